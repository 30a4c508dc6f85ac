/** Registers every element. */
import "./soft-lookup.js";
import "./next-token.js";
import "./transformer.js";
