/** Words the interface does not use (WORDS.md §8), found in the strings of the code: literals, templates and the text of elements. Comments are not read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A string of the code that a person may read. */
export interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const folders = ['commands', 'contract', 'machines', 'sandbox', 'scripts', 'server', 'src'];
/** Written by customers of the demo data, or quoting what is refused. */
const unread = [/^sandbox\/world\//, /^scripts\/lib\/words\.ts$/, /^src\/palette\/match\/typos/];

/** Each with what to write in its place. */
const refused: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(somebody|nobody|whoever|anybody)\b/i, 'another user, someone, no one, or a name'],
  [/\b(it|them)sel(f|ves)\b.*\bby\b|\bby (it|them)sel(f|ves)\b/i, 'automatically'],
  [/\bstands?\b(?! (for|out)\b)/i, 'is, appears'],
  [/\b(anew|meanwhile)\b/i, 'again, in the meantime'],
  [/\b(take|taken|takes) back\b|\btake (it|this|that) back\b/i, 'undo, cancel'],
  [/\bwithheld\b/i, 'anonymous'],
  [/\b(bring|brought)\b.*\bin\b(?! order)/i, 'port in'],
  [/\be-mails?\b/i, 'email'],
  [/\bpapers?\b/i, 'document'],
  [/\bjudged?\b/i, 'review, qualify'],
  [/\bis no (?!longer\b)/i, 'is not a'],
  [/, or not$/, 'Toggle …'],
  [/\bwith z$/, 'the key hint, or “You can undo this”'],
  [/\ba moment\b/i, 'Saving…, or the time'],
  [/\bnot yours to see\b/i, 'not found, or you don’t have access'],
];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Calls whose strings nobody reads: queries of the database, patterns, log lines of requests. */
const silent = new Set(['sql', 'RegExp', 'ref', 'querySelector', 'querySelectorAll', 'locator', 'matches', 'closest']);

function getCallName(node: Node): string {
  const callee: unknown = Reflect.get(node, node.type === 'TaggedTemplateExpression' ? 'tag' : 'callee');
  if (!isNode(callee)) return '';
  const name: unknown = callee.type === 'MemberExpression' ? Reflect.get(Reflect.get(callee, 'property') ?? {}, 'name') : Reflect.get(callee, 'name');
  return typeof name === 'string' ? name : '';
}

function* listStrings(node: unknown): Generator<readonly [text: string, start: number]> {
  if (Array.isArray(node)) {
    for (const each of node) yield* listStrings(each);
    return;
  }
  if (!isNode(node)) return;
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS') || node.type === 'ImportExpression') {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') yield* listStrings(Reflect.get(node, 'expression'));
    return;
  }
  if ((node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression' || node.type === 'NewExpression') && silent.has(getCallName(node))) return;
  if (node.type === 'Property' && !Reflect.get(node, 'computed')) {
    const key: unknown = Reflect.get(Reflect.get(node, 'key') ?? {}, 'name');
    if (key !== 'keywords' && key !== 'id') yield* listStrings(node.value);
    return;
  }
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') yield [node.value, node.start];
  if (node.type === 'TemplateElement') {
    const cooked: unknown = Reflect.get(node.value ?? {}, 'cooked');
    if (typeof cooked === 'string') yield [cooked, node.start];
    return;
  }
  for (const [name, value] of Object.entries(node)) if (name !== 'type' && typeof value === 'object') yield* listStrings(value);
}

/** A name, a path or a key has no blanks; what a person reads has, or begins with a capital. */
const isRead = (text: string) => /[a-z] |^[A-Z]-?[a-z]/.test(text.trim());

/** The strings of the product that a person may read. */
export function listTexts(root: string): Text[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .filter((file) => !unread.some((pattern) => pattern.test(file)))
    .sort()
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const { program } = parseSync(file, code);
      return [...listStrings(program)]
        .filter(([text]) => isRead(text))
        .map(([text, start]) => ({ file, line: code.slice(0, start).split('\n').length, text: text.trim() }));
    });
}

/** The texts with a word that is not used, each with what to write in its place. */
export function findWordFaults(all: readonly Text[]): (Text & { readonly instead: string })[] {
  return all.flatMap((each) => refused.filter(([pattern]) => pattern.test(each.text)).map(([, instead]) => ({ ...each, instead })));
}
