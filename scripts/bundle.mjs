// A script and all that it imports, as one and short, on standard output: node bundle.mjs SOURCE.
import { createRequire } from "node:module";

const require = createRequire(new URL("../tests/exhaustive/page/package.json", import.meta.url));
const { build } = require("esbuild");
const { minify } = require("terser");

const KEYED = `
export const keyed = (texts) => {
  const all = texts.split("~");
  return Object.fromEntries(keys.map((key, at) => [key, all[at]]));
};`;

/** Languages are written text by text with its key; in a page the keys stand once, in English. */
const words = {
  name: "words",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/words\/\w+\.js$/ }, async ({ path }) => {
      const [[code, texts]] = Object.entries(await import(path));
      const keys = JSON.stringify(Object.keys(texts).join(" "));
      if (JSON.stringify(texts).includes("~")) throw new Error(`${path}: ~ parts the texts`);
      const lines = JSON.stringify(Object.values(texts).join("~"));
      const head =
        code === "en"
          ? `const keys = ${keys}.split(" ");${KEYED}`
          : 'import { keyed } from "./en.js";';
      return { contents: `${head}\nexport const ${code} = keyed(${lines});` };
    }),
};

const options = { bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8" };
const entryPoints = process.argv.slice(2);
const { outputFiles } = await build({ ...options, entryPoints, plugins: [words], write: false });
// It joins what esbuild leaves apart.
const shorter = { ecma: 2022, module: true, compress: { passes: 3 } };
const { code } = await minify(outputFiles[0].text, shorter);
process.stdout.write(code);
