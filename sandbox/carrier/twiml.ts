/** Reads TwiML as far as a caller needs it: the verbs inside of Response, their attributes and text. */

export interface Verb {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The verbs of a document, in order. */
export function verbsOf(twiml: string): Verb[] {
  const inside = /<Response\s*>([\s\S]*)<\/Response>/.exec(twiml)?.[1] ?? '';
  return [...inside.matchAll(/<([A-Z]\w*)((?:\s+\w+="[^"]*")*)\s*(?:\/>|>([\s\S]*?)<\/\1>)/g)].map(([, name = '', attributes = '', text = '']) => ({
    name,
    attributes: Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)])),
    text: plain(text.replace(/<[^>]*>/g, '')),
  }));
}
