import { invalid } from "./attributes.js";
import { figures, findFigure } from "./manifest.js";
import { renderDocument } from "./static.js";
import type { FigureState } from "./types.js";

/** What a command did: the exit code, and what it says on standard output and standard error. */
export interface Outcome {
  code: 0 | 1 | 2;
  out?: string;
  error?: string;
}

const USAGE = "attention-figures render FIGURE [--ATTRIBUTE VALUE ...] [--unfold] [--svg]";
const OPTIONS = ["svg", "unfold", "help"];

const HELP = `${USAGE}

Computes a figure and writes it to standard output as one HTML file without scripts.

  --svg      as an SVG image instead
  --unfold   with everything unfolded that can be
  --help     this text

Figures and their attributes:
${figures.map(({ name, description, attributes }) => [`  ${name}: ${description}`, ...attributes.map((attribute) => `    --${attribute.name.padEnd(16)} ${attribute.description}`)].join("\n")).join("\n")}
`;

/** Does what the words after the program's name ask for. Exit codes: 1 for a figure's error, 2 for a wrong command. */
export async function command(words: readonly string[]): Promise<Outcome> {
  let asked;
  try {
    asked = parse(words);
  } catch (error) {
    return failed(error, 2);
  }
  if (asked.options.has("help")) return { code: 0, out: HELP };
  try {
    const state = { attributes: asked.attributes, unfold: asked.options.has("unfold") };
    return { code: 0, out: await renderDocument(asked.figure, state, asked.options.has("svg") ? "svg" : "html") };
  } catch (error) {
    return failed(error, 1);
  }
}

interface Asked {
  figure: string;
  attributes: FigureState;
  options: Set<string>;
}

/** Errors: `invalid_argument` for whatever cannot be done as it stands. */
function parse(words: readonly string[]): Asked {
  const rest = [...words];
  const plain: string[] = [];
  const attributes = new Map<string, string>();
  const options = new Set<string>();
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name, given] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    if (name === undefined) plain.push(word);
    else if (OPTIONS.includes(name)) options.add(name);
    else {
      const value = given ?? rest.shift();
      if (value === undefined) throw invalid(`${word} must be followed by a value`);
      attributes.set(name, value);
    }
  }
  if (options.has("help")) return { figure: "", attributes: {}, options };
  const [verb, figure, ...more] = plain;
  if (verb !== "render")
    throw invalid(`${verb ? `"${verb}" is no command` : "a command is missing"}; the one is: ${USAGE}`);
  if (figure === undefined) throw invalid(`a figure is missing: ${figures.map(({ name }) => name).join(", ")}`);
  if (more.length > 0) throw invalid(`"${more[0]}" is too much after the figure's name`);
  findFigure(figure, attributes.keys());
  return { figure, attributes: Object.fromEntries(attributes), options };
}

function failed(error: unknown, code: 1 | 2): Outcome {
  return { code, error: error instanceof Error ? error.message : String(error) };
}
