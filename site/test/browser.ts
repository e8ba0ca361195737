// The page in Chromium: every cell as the command line shows it, questions, keyboard, accessibility, budgets, pictures.

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";

const [file = "", answers = "", pictures = ""] = process.argv.slice(2);
if (pictures === "") throw new Error("name the page, the folder of answers and a folder for pictures");

/** What the page may weigh, compressed as a host would. */
const MOST_BYTES = 300 * 1024;
/**
 * How long the first answer and an answer to a click may take, in plain tables of 24 × 24 cells laid out beside them:
 * milliseconds are another thing on each machine.
 */
const MOST_COLD = 300;
const MOST_CLICK = 4;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const VIEWS: [string, string][] = [
  ["matrix", "#/numpy/promote/int8/uint8"],
  ["matrix-refused", "#/mindspore/promote/uint16/int8"],
  ["matrix-op", "#/torch/add/int8/scalar:float"],
  ["compare", "#/compare/numpy/torch/jax"],
  ["ask", "#/ask/int8%20%2B%20float32%20*%201.0"],
  ["migrate", "#/migrate/numpy/torch?dtypes=int64,float32,float16"],
  ["ruleset", "#/about/aclnn"],
  ["dtype", "#/dtype/float8_e4m3fn?value=0.3"],
];

let failed = false;

function check(what: string, holds: boolean, detail = ""): void {
  if (!holds) failed = true;
  console.log(`${holds ? "ok" : "FAILED"}: ${what}${detail === "" ? "" : `: ${detail}`}`);
}

const lines = (name: string): string[][] =>
  readFileSync(join(answers, `${name}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));

/** Opens an address of the page that is already there. */
async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, hash);
  await frame(page);
}

const frame = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0))));

/** Every table of every ruleset, read from what is drawn, beside what `concord show` prints. */
async function cells(page: Page): Promise<void> {
  const first: Record<string, [string, string]> = {
    promotion: ["", ""],
    scalars: ["", "scalar:"],
    "zero-dim": ["", "zero:"],
    "zero-dim-pair": ["zero:", "zero:"],
    "zero-dim-scalars": ["zero:", "scalar:"],
    weak: ["", "weak:"],
    "weak-pair": ["weak:", "weak:"],
  };
  let [count, differing] = [0, 0];
  for (const [ruleset = "", table = "", json = ""] of lines("tables")) {
    const { rows, columns, cells } = JSON.parse(json) as {
      rows: string[];
      columns: string[];
      cells: (string | null)[][];
    };
    const kinds = columns.every((column) => ["bool", "int", "float", "complex"].includes(column));
    const [left, besides] = first[table] ?? ["", ""];
    const right = besides === "scalar:" && !kinds ? "typed:" : besides;
    await open(page, `#/${encodeURIComponent(ruleset)}/promote/${left}${rows[0]}/${right}${columns[0]}`);
    // A label says the operands and the outcome; of a column of Python scalars `Python int`.
    const shown = await page.$$eval('[role="gridcell"]', (all) =>
      all.map((cell) => cell.getAttribute("aria-label") ?? ""),
    );
    const words: Record<string, string> = { "?": "not known", "!": "no kernel" };
    const prefix = (category: string) => ({ "": "", "zero:": "0-d ", "weak:": "weak " })[category] ?? "";
    const beside = (column: string) => {
      if (!table.endsWith("scalars")) return `${prefix(right)}${column}`;
      return kinds ? `Python ${column}` : `${column} scalar`;
    };
    const told = new Map(
      shown.map((label) => {
        const [operands = "", ...rest] = label.split(": ");
        return [operands, rest.join(": ")];
      }),
    );
    rows.forEach((row, at) =>
      columns.forEach((column, place) => {
        const cell = cells[at]?.[place] ?? null;
        let wanted = cell === null ? "refused" : (words[cell] ?? cell);
        if (wanted.startsWith("<")) wanted = `${wanted.slice(1, -1)}, which the spec does not have`;
        if (wanted.endsWith("*")) wanted = `${wanted.slice(0, -1)}, weakly typed`;
        const got = told.get(`${prefix(left)}${row}, ${beside(column)}`) ?? "not shown";
        count += 1;
        if (got === wanted || got.startsWith(`${wanted}, `)) return;
        differing += 1;
        if (differing <= 5) console.log(`  ${ruleset} ${table} ${row} ${column}: got ${got}, wanted ${wanted}`);
      }),
    );
    // A kind of Python scalar that no source speaks of has a column here and none in the table.
    const others = shown.length - rows.length * columns.length;
    const unknown = shown.filter((label) => label.endsWith(": not known")).length;
    if (others !== 0 && (!kinds || unknown < others)) {
      differing += 1;
      console.log(`  ${ruleset} ${table}: ${shown.length} cells are shown`);
    }
  }
  check(
    "cells on the page",
    differing === 0 && count > 10_000,
    `${count.toLocaleString("en")} compared, ${differing} differ`,
  );
}

/** The questions of the README. */
async function questions(page: Page): Promise<void> {
  const asked: [string, string, string][] = [
    ["int8 + uint8", "numpy", "int16"],
    ["int64 + float32", "numpy", "float64"],
    ["int64 + float32", "torch", "float32"],
    ["result_type(int8, 1.0)", "torch", "float32"],
    ["result_type(int64, float32, 1.0)", "dpctl/no-fp64", "float32"],
    ["uint16 + int8", "mindspore", "refused: uint16 × int8"],
    ["less(int8, uint8)", "mindspore", "bool"],
    ["result_type(int64[], float16, True)", "torch", "float16"],
    ["int8 ** 2", "numpy", "int8"],
  ];
  for (const [line, ruleset, wanted] of asked) {
    await open(page, `#/ask/${encodeURIComponent(line)}`);
    const got = await page.$$eval(
      ".answers > li",
      (all, ruleset) => {
        const of = all.find((one) => [...one.querySelectorAll("p a")].some((link) => link.textContent === ruleset));
        return of?.querySelector("h2")?.textContent ?? "no answer";
      },
      ruleset,
    );
    check(`${line} in ${ruleset}`, got === wanted, got);
  }
  await open(page, "#/dpctl/promote/int64/float32");
  const text = await page.textContent(".details");
  check(
    "a cell has its source, its run and what is lost",
    /recorded run|code|documents/.test(text ?? "") &&
      /dpctl 0\.21\.1/.test(text ?? "") &&
      /keeps \d+ of 63 bits/.test(text ?? ""),
  );
  await open(page, "#/mindspore/promote/uint16/int8");
  const cast = await page.textContent(".details");
  check(
    "a refused cell has the cast to insert",
    cast?.includes("cast the uint16 operand to int32 first; int32 × int8 gives int32") ?? false,
  );
  // An address, and what the panel says there.
  const panels: [string, RegExp][] = [
    ["#/megengine/promote/int64/float32", /int64 × float32 → not supported.* does not support int64: cast to int32/],
    ["#/numpy/add/scalar:int/int8", /Python int × int8 → int8/],
    ["#/torch/sqrt/zero:int8", /0-d int8 → float32/],
    ["#/numpy/subtract/bool/bool", /cast the bool operand to int8 first; int8 × bool gives int8/],
    ["#/numpy/matmul/int8/scalar:int", /no kernel ?matmul takes tensors, not numbers/],
    ["#/polars/promote/int8/uint64", /int8 × uint64 → Int128, which the spec does not have ?(?!not known)/],
    ["#/mindspore/promote/uint16/int8", /→ refused ?(?!refused).*int8 × uint16 is refused too/],
  ];
  for (const [hash, wanted] of panels) {
    await open(page, hash);
    const text = (await page.textContent(".details")) ?? "";
    check(`the panel of ${hash}`, wanted.test(text), wanted.test(text) ? "" : text);
    check(`${hash} stays`, new URL(page.url()).hash === hash, new URL(page.url()).hash);
  }
  await open(page, "#/polars/promote/int8/uint64");
  const mark = await page.getAttribute('[aria-selected="true"] .code', "data-mark");
  check("a dtype that the spec does not have has its own mark", mark === "†", mark ?? "");
  await open(page, "#/megengine/promote/int64/float32");
  check("no cell is active of a dtype that is not there", (await page.$$('[aria-selected="true"]')).length === 0);
  const choice = (label: string) => page.locator(`label.choice:has(> span:text-is("${label}")) select`);
  // An address, a choice and what it has.
  const choices: [string, string, string][] = [
    ["#/compare/numpy/torch?of=bogus", "Operands", "tensor-tensor"],
    ["#/compare/numpy/torch?op=matmul&of=tensor-scalar", "Operands", "tensor-tensor"],
    ["#/migrate/numpy/torch?op=bogus", "Operation", ""],
  ];
  for (const [hash, label, wanted] of choices) {
    await open(page, hash);
    const got = await choice(label).inputValue();
    check(`${label} of ${hash}`, got === wanted, got);
  }
  await open(page, "#/migrate/numpy/torch?dtypes=int4,int8,bogus");
  await choice("From").selectOption("megengine");
  await frame(page);
  check(
    "dtypes that the other ruleset lacks are no filter",
    new URL(page.url()).hash === "#/migrate/megengine/torch?dtypes=int8",
    new URL(page.url()).hash,
  );
  await open(page, "#/ask/int8%20%2B%20flaot32");
  const mistake = await page.textContent('[role="alert"]');
  check(
    "a mistake has its place",
    mistake?.includes("At character 8: no dtype is called “flaot32”: did you mean float32?") ?? false,
    mistake ?? "",
  );
}

/** From the head of the page to a cell and through the table, with keys alone. */
async function keyboard(page: Page): Promise<void> {
  await open(page, "#/numpy/promote/bool/bool");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
    );
  let steps = 0;
  while (steps < 30 && !(await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell"))) {
    await page.keyboard.press("Tab");
    steps += 1;
  }
  check("Tab reaches the table", steps < 30, `${steps} steps`);
  const walk: [string, string][] = [
    ["ArrowRight", "bool, int8: int8"],
    ["ArrowDown", "int8, int8: int8"],
    ["End", "int8, float4_e2m1fn: float4_e2m1fn"],
    ["Home", "int8, bool: int8"],
    ["PageDown", "float16, bool: float16"],
    ["PageUp", "int8, bool: int8"],
    ["Control+End", "float4_e2m1fn, float4_e2m1fn: float4_e2m1fn"],
    ["Control+Home", "bool, bool: bool"],
    ["ArrowUp", "bool, bool: bool"],
  ];
  for (const [key, wanted] of walk) {
    await page.keyboard.press(key);
    await frame(page);
    const got = await focused();
    check(`${key} goes to ${wanted}`, got.startsWith(wanted), got);
  }
  await page.keyboard.press("ArrowRight");
  await frame(page);
  await page.waitForURL(/promote\/bool\/int8$/);
  check(
    "the address names the cell",
    new URL(page.url()).hash === "#/numpy/promote/bool/int8",
    new URL(page.url()).hash,
  );
  await page.keyboard.press("Enter");
  check("Enter goes to what is known of the cell", (await focused()) === "What is known of this cell");
  const visible = await page.evaluate(() => {
    const cell = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    return cell === null ? "" : getComputedStyle(cell).outlineStyle;
  });
  check("the active cell is outlined", visible === "solid");
  await page.reload();
  const again = await page.getAttribute('[role="gridcell"][tabindex="0"]', "aria-label");
  check("the address survives reload", again?.startsWith("bool, int8: int8") ?? false, again ?? "");
}

interface Axe {
  run: (
    of: Document,
  ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]; passes: unknown[] }>;
}

async function accessible(page: Page): Promise<void> {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, hash] of VIEWS) {
      await open(page, hash);
      const { violations, passes } = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run(document));
      const told = violations.map(
        ({ id, nodes }) => `${id} (${nodes.length}) ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary ?? ""}`,
      );
      check(
        `axe, ${name}, ${scheme}`,
        violations.length === 0 && passes.length > 5,
        violations.length === 0 ? "0 violations" : told.join("\n"),
      );
    }
  }
}

/** Bytes, the time to the first answer, and from a key or a click to an answer. */
async function budgets(page: Page, cold: number): Promise<void> {
  const bytes = gzipSync(readFileSync(file), { level: 9 }).length;
  check(
    "bytes of the first load, compressed",
    bytes <= MOST_BYTES,
    `${bytes} of ${MOST_BYTES}; ${statSync(file).size} plain`,
  );
  await open(page, "#/numpy/promote/bool/bool");
  const begun = performance.now();
  await page.reload();
  await page.waitForSelector('[role="gridcell"]');
  const warm = performance.now() - begun;
  console.log(`milliseconds to the first answer: cold ${cold.toFixed(0)}, warm ${warm.toFixed(0)}`);
  await open(page, "#/numpy/promote/bool/bool");
  const steps = await page.evaluate(async () => {
    const plain = (): number => {
      const from = performance.now();
      const table = document.createElement("table");
      for (let row = 0; row < 24; row += 1) {
        const cells = table.insertRow();
        for (let column = 0; column < 24; column += 1) cells.insertCell().textContent = `${row}, ${column}`;
      }
      document.body.append(table);
      void table.getBoundingClientRect();
      const time = performance.now() - from;
      table.remove();
      void document.body.getBoundingClientRect();
      return time;
    };
    const all: { click: number; plain: number }[] = [];
    for (let step = 0; step < 60; step += 1) {
      const cells = document.querySelectorAll<HTMLElement>('[role="gridcell"]');
      const cell = cells[(step * 37) % cells.length];
      const from = performance.now();
      cell?.click();
      // What changes is drawn before the next task; of a timer it would be one that waits for 4 ms.
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
      void document.querySelector(".details")?.getBoundingClientRect();
      all.push({ click: performance.now() - from, plain: plain() });
    }
    return all;
  });
  const median = (all: number[]): number => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;
  const clicks = steps.map(({ click }) => click);
  const [click, plain] = [median([...clicks]), median(steps.map(({ plain }) => plain))];
  // The worst ones wait for the collector of garbage, which has no idle moment between sixty clicks.
  console.log(
    `milliseconds from click to answer: first ${clicks[0]?.toFixed(1)}, median ${click.toFixed(1)}, ` +
      `worst ${Math.max(...clicks).toFixed(1)}; of a plain table ${plain.toFixed(1)}`,
  );
  check("from click to answer, in plain tables", click <= MOST_CLICK * plain, `${(click / plain).toFixed(1)}`);
  check("to the first answer, cold, in plain tables", cold <= MOST_COLD * plain, `${(cold / plain).toFixed(0)}`);
}

async function screenshots(browser: Browser, url: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  const shapes = [
    ["light", { width: 1440, height: 900 }],
    ["dark", { width: 1440, height: 900 }],
    ["phone", { width: 390, height: 844 }],
  ] as const;
  for (const [shape, viewport] of shapes) {
    const context = await browser.newContext({ viewport, colorScheme: shape === "dark" ? "dark" : "light" });
    const page = await context.newPage();
    await page.goto(url);
    for (const [name, hash] of VIEWS) {
      await open(page, hash);
      await page.screenshot({ path: join(pictures, `${name}-${shape}.png`) });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (wide > 0) check(`${name}, ${shape}, is no wider than the screen`, false, `${wide} pixels`);
    }
    await context.close();
  }
  console.log(`pictures: ${VIEWS.length * shapes.length} in ${pictures}`);
}

function serve(): Promise<Server> {
  const html = readFileSync(file);
  const server = createServer((_, answer) => {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    answer.end(html);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

async function main(): Promise<void> {
  const server = await serve();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const [errors, requests]: [string[], string[]] = [[], []];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => requests.push(request.url()));
    const begun = performance.now();
    await page.goto(url);
    await page.waitForSelector('[role="gridcell"]');
    const cold = performance.now() - begun;
    await cells(page);
    await questions(page);
    await keyboard(page);
    await accessible(page);
    await budgets(page, cold);
    const others = requests.filter((request) => !request.startsWith(url) && !request.startsWith("data:"));
    check("no request to another host", others.length === 0, others.join(" "));
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('[role="gridcell"]');
    check("it opens from a file", true);
    check("no errors", errors.length === 0, errors.join("\n"));
    await screenshots(browser, url);
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
process.exitCode = failed ? 1 : 0;
