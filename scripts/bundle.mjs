// A script and all that it imports, as one and short, on standard output: node bundle.mjs SOURCE.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../tests/exhaustive/page/package.json", import.meta.url));
const { build } = require("esbuild");
const { minify } = require("terser");

const PAGE = new URL("../ttt_table/export/page/", import.meta.url);
const { en } = await import(new URL("words/en.js", PAGE));
const template = readFileSync(new URL("template.html", PAGE), "utf8");
const scripts = readdirSync(PAGE, { recursive: true }).filter((path) => /^(menace.)?[\w-]+\.js$/.test(path));
const source = scripts.map((path) => readFileSync(new URL(path, PAGE), "utf8")).join();

/** Keys of several words, which mean nothing else, are short in a page; but not those in its template. */
const short = new Map(
  Object.keys(en)
    .filter((key) => /[A-Z]/.test(key) && source.includes(`"${key}"`) && !template.includes(`"${key}"`))
    .map((key, at) => [key, at.toString(36)]),
);

const KEYED = `
export const keyed = (texts) => {
  const all = texts.split("~");
  return Object.fromEntries(keys.map((key, at) => [key, all[at]]));
};`;

/** Languages are written text by text with its key; in a page the keys stand once, in English. */
const inWords = async ({ path }) => {
  const [[code, texts]] = Object.entries(await import(path));
  const keys = Object.keys(texts).map((key) => short.get(key) ?? key);
  const lines = JSON.stringify(Object.values(texts).join("~"));
  if (lines.split("~").length > keys.length) throw new Error(`${path}: ~ parts the texts`);
  const head =
    code === "en"
      ? `const keys = "${keys.join(" ")}".split(" ");${KEYED}`
      : 'import { keyed } from "./en.js";';
  return { contents: `${head}\nexport const ${code} = keyed(${lines});` };
};

const shortened = ({ path }) => {
  const contents = readFileSync(path, "utf8");
  return { contents: contents.replace(/"(\w+)"/g, (text, key) => (short.has(key) ? `"${short.get(key)}"` : text)) };
};

const words = {
  name: "words",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/words\/\w+\.js$/ }, inWords);
    onLoad({ filter: /\/export\/page\/.*\.js$/ }, shortened);
  },
};

const options = { bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8" };
const entryPoints = process.argv.slice(2);
const { outputFiles } = await build({ ...options, entryPoints, plugins: [words], write: false });
// It joins what esbuild leaves apart.
const shorter = { ecma: 2022, module: true, compress: { passes: 3 } };
const { code } = await minify(outputFiles[0].text, shorter);
process.stdout.write(code);
