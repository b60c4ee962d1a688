/** Reads TwiML as a carrier does: elements inside of Response, in order, with attributes, children and text. What is no TwiML reads as nothing. */

export interface Verb {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Verb[];
  /** The text directly inside, entities resolved. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return hex !== undefined ? String.fromCodePoint(Number.parseInt(hex, 16)) : (entities[name] ?? whole);
  });

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Verb[];
  text: string;
}

const token = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

function parseAttributes(written: string): Record<string, string> {
  return Object.fromEntries(
    [...written.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [name, decodeEntities(double ?? single ?? '')]),
  );
}

/** The root element of a document; null when it is not well-formed. */
export function parseXml(document: string): Verb | null {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [root];
  let end = 0;
  for (const match of document.matchAll(token)) {
    if (match.index !== end) return null;
    end = match.index + match[0].length;
    const [, closing, opening, attributes = '', selfClosing, text] = match;
    const inner = open.at(-1);
    if (!inner) return null;
    if (text !== undefined) inner.text += decodeEntities(text);
    else if (opening !== undefined) {
      const element: OpenElement = { name: opening, attributes: parseAttributes(attributes), children: [], text: '' };
      if (selfClosing === '/') inner.children.push(element);
      else open.push(element);
    } else if (closing !== undefined) {
      if (inner.name !== closing || open.length < 2) return null;
      open.pop();
      open.at(-1)?.children.push({ ...inner, text: inner.text.trim() });
    }
  }
  return end === document.length && open.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null;
}

/** The verbs of a document, in order; none when it is no TwiML. */
export function parseVerbs(twiml: string): readonly Verb[] {
  const root = parseXml(twiml.trim());
  return root?.name === 'Response' ? root.children : [];
}
