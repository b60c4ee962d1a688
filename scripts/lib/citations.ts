/** Ids of the specification that the project cites: each is explained in docs/spec.md, or is a call of docs/calls.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stages.ts';

const folders = ['contract', 'machines', 'commands', 'src', 'server', 'sandbox', 'scripts', 'tests', 'e2e', 'bench', 'docs'];
const books = ['docs/spec.md', 'docs/calls.md'];
const id = /\b(?:RULE|CALL|AMB|FLOW|MSG|ENT|ENUM|CONST|SCR)-\d+\b/g;

const isText = (path: string): boolean => /\.(ts|tsx|css|sql|md)$/.test(path) && !path.includes('node_modules') && !books.includes(path);
const listIds = (path: string): string[] => readFileSync(join(root, path), 'utf8').match(id) ?? [];

/** Cited and explained nowhere: each id with the files that cite it. */
export function findUnexplained(): ReadonlyMap<string, readonly string[]> {
  const explained = new Set(books.flatMap(listIds));
  const found = new Map<string, string[]>();
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (!isText(path)) continue;
      for (const cited of new Set(listIds(path))) if (!explained.has(cited)) found.set(cited, [...(found.get(cited) ?? []), path]);
    }
  return found;
}
