/** Reads scripts into episodes: lines of a conversation with slots to fill. */

/** One line of an episode. `text` still has its slots; `detail` is a voicemail's topic or a fax's pages. */
export type ScriptLine =
  | { readonly kind: 'in' | 'out' | 'note'; readonly text: string }
  | { readonly kind: 'answered' | 'missed' | 'called' }
  | { readonly kind: 'voicemail'; readonly topic: string }
  | { readonly kind: 'fax'; readonly pages: number };

/** A short story between a customer and us, told at one desk. */
export interface Episode {
  readonly desk: string;
  readonly lines: readonly ScriptLine[];
  readonly optsOut: boolean;
}

const marks: Readonly<Record<string, 'in' | 'out' | 'note'>> = { '>': 'in', '<': 'out', '#': 'note' };

function parseLine(written: string): ScriptLine {
  const mark = marks[written.charAt(0)];
  if (mark) return { kind: mark, text: written.slice(1).trim() };
  const [, kind, detail = ''] = /^\((\w+) ?(\w*)\)$/.exec(written) ?? [];
  if (kind === 'answered' || kind === 'missed' || kind === 'called') return { kind };
  if (kind === 'voicemail') return { kind, topic: detail };
  if (kind === 'fax') return { kind, pages: Number(detail) };
  throw new Error(`Not a line of a script: ${written}`);
}

/** Episodes of a text in which each begins with `= desk`. Throws on a line it does not know. */
export function parseScripts(text: string): Episode[] {
  return text
    .split(/^= /m)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [desk = '', ...lines] = part.split('\n').filter((line) => line.trim() !== '');
      return { desk: desk.trim(), lines: lines.map(parseLine), optsOut: lines.some((line) => line === '> STOP') };
    });
}

/** Fills the slots of a line; one without a value fails loudly. */
export function fillSlots(text: string, slots: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`A script asks for {${name}}`);
    return value;
  });
}
