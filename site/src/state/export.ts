// The page → the JSON export inside it, which stands there compressed by LZMA, in base64.

import { decompressString } from "lzma1";
import type { Export } from "../engine/export";

export function unpacked(data: string): Export {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  return JSON.parse(decompressString(bytes)) as Export;
}
