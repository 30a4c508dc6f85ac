// For `eslint --config tests/eslint.config.mjs .`, from the top of the project.

import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";

/** What scripts of the page tests leave in the page's global scope. */
const READ = { attentionFigures: "readonly", axe: "readonly" };
const PAGE_TESTS = { ...READ, counts: "writable", faults: "writable", trap: "writable" };

export default defineConfig(
  globalIgnores(["build/", "dist/", ".toolchain/"]),
  js.configs.recommended,
  ts.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  // TypeScript knows its names better.
  { files: ["**/*.ts"], rules: { "no-undef": "off" } },
  { files: ["**/*.mjs"], languageOptions: { globals: globals.node } },
  { files: ["tests/bench/in-page/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/page/**"], languageOptions: { globals: { ...globals.browser, ...PAGE_TESTS } } },
);
