// Diagrams as a JSON list on stdin; for each, what Mermaid understood of it.
import { readFileSync } from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import("mermaid");

async function read(text) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const nodes = [...db.getVertices().values()];
    return {
      labels: nodes.map((node) => node.text.replace(/ﬂ°°(\d+)¶ß/g, (_, number) => String.fromCodePoint(number))),
      links: nodes.filter((node) => node.link || node.haveCallback).length,
      edges: db.getEdges().length,
      boxes: db.getSubGraphs().length,
    };
  } catch (error) {
    return { error: String(error) };
  }
}

const answers = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) answers.push(await read(text));
console.log(JSON.stringify(answers));
