// The types of what is used of `lzma1`, whose own are its sources, which this project's settings refuse.

export function decompressString(data: Uint8Array): string;
