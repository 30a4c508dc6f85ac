/** Registers every element. */
import "./soft-lookup.js";
import "./next-token.js";
import "./distribution-fit.js";
