// What is checked of all JavaScript, so that it reads like the Python beside it.
import js from "@eslint/js";
import jsdoc from "eslint-plugin-jsdoc";
import globals from "globals";

const PAGE = ["page/js/**/*.js"];
const READERS = ["readers/js/*.js"];
const NODE = ["**/*.mjs", "readers/js/*.test.js", "readers/js/benchmark.js"];
const BROWSER_TESTS = ["tests/exhaustive/page/browser/*.mjs"];
const GENERATED = ["**/*.min.js", "readers/js/tictactoe.js"];

export default [
  { ignores: [...GENERATED, ".venv/", "build/", "dist/"] },
  js.configs.recommended,
  {
    rules: {
      curly: "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 100, ignoreUrls: true }],
      "max-params": ["error", 5],
      "max-statements-per-line": ["error", { max: 1 }],
      "no-else-return": "error",
      "no-lonely-if": "error",
      "no-multi-assign": "error",
      "no-nested-ternary": "error",
      "no-param-reassign": "error",
      "no-return-assign": ["error", "always"],
      "no-sequences": "error",
      "no-shadow": "error",
      "no-unneeded-ternary": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_$" }],
      "no-useless-return": "error",
      "no-var": "error",
      "no-void": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: PAGE,
    plugins: { jsdoc },
    languageOptions: { globals: globals.browser },
    rules: {
      complexity: ["error", 10],
      "consistent-return": "error",
      "func-style": ["error", "declaration", { allowArrowFunctions: true }],
      "max-lines-per-function": ["error", { max: 50, skipBlankLines: true, skipComments: true }],
      "no-plusplus": ["error", { allowForLoopAfterthoughts: true }],
      "jsdoc/check-param-names": ["error", { checkDestructured: false }],
      "jsdoc/require-jsdoc": [
        "error",
        { publicOnly: true, require: { ClassDeclaration: true, MethodDefinition: true } },
      ],
    },
  },
  { files: READERS, languageOptions: { globals: globals["shared-node-browser"] } },
  { files: NODE, languageOptions: { globals: globals.node } },
  {
    files: BROWSER_TESTS,
    languageOptions: { globals: { ...globals.browser, seen: "readonly", tttTable: "readonly" } },
    // What runs in the page is given values under the names that they have outside.
    rules: { "no-shadow": "off" },
  },
];
