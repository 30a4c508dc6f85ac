/** Registers every element. */
import "./soft-lookup.js";
import "./distribution-fit.js";
