/**
 * Writes the generated pages: docs/flows/<flow>.md from the machines, docs/keys.md from the keymap, docs/calls.md and src/api/calls/ from the contract.
 * `node scripts/docs.ts` writes; `node scripts/docs.ts --check` fails when a page differs from the code, or an id of the
 * specification is cited and not explained.
 */
import { pathToFileURL } from 'node:url';
import { createCallsPage } from './lib/callsPage.ts';
import { createCallTables } from './lib/callTable.ts';
import { findUnexplained } from './lib/citations.ts';
import { createFlowPages } from './lib/flowPages.ts';
import { createKeysPage } from './lib/keysPage.ts';
import { findStalePages, type GeneratedPages, writePages } from './lib/written.ts';

/** All of them. */
export function createPages(): GeneratedPages {
  const { first, rest } = createCallTables();
  return {
    pages: new Map([
      ...createFlowPages(),
      ['keys.md', createKeysPage()],
      ['calls.md', createCallsPage()],
      ['../src/api/calls/first.ts', first],
      ['../src/api/calls/rest.ts', rest],
    ]),
    whole: ['flows'],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--check')) {
    const stale = await findStalePages(createPages());
    if (stale.length > 0) {
      console.error(`Out of date: ${stale.map((path) => `docs/${path}`).join(', ')}. Run npm run docs.`);
      process.exitCode = 1;
    }
    for (const [id, paths] of findUnexplained()) {
      console.error(`${id} is cited (${paths.join(', ')}) and not explained: say in docs/spec.md what it demands.`);
      process.exitCode = 1;
    }
  } else await writePages(createPages());
}
