/** `docs/bench.md`: a section for each bench, with its last table, the machine and its load. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const head = '# Benches\n\nWritten by `npm run bench`, each section by the last run of its part; how the figures are taken stands in `bench/README.md`.\n';

/** Replaces the section of this name, or adds it; the others stay. */
export function replaceSection(path: string, name: string, text: string): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : head;
  const [, ...sections] = page.split(/^## /m);
  const kept = new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n')).trim()]));
  kept.set(name, text.trim());
  writeFileSync(path, [head, ...[...kept].map(([title, body]) => `## ${title}\n\n${body}\n`)].join('\n'));
}
