/** The check that domains import each other one way, and as their faces say. */
import { expect, test } from 'vitest';
import { findUseFaults } from '#scripts/lib/domainUses.ts';

const at = (path: string) => `server/domains/${path}`;

function check(faces: Readonly<Record<string, readonly string[]>>, imports: Readonly<Record<string, string>>): string[] {
  const modules = [
    ...Object.entries(faces).map(([domain, uses]) => ({ path: at(`${domain}/index.ts`), text: `uses: [${uses.map((name) => `'${name}'`).join(', ')}],` })),
    ...Object.keys(imports).map((path) => ({ path: at(path), text: '' })),
  ];
  return findUseFaults(modules, (path) => Object.entries(imports).flatMap(([from, to]) => (at(from) === path ? [at(to)] : [])));
}

test('an import that the face names passes, and one of its own domain', () => {
  expect(check({ faxes: ['messaging'], messaging: [] }, { 'faxes/send.ts': 'messaging/jobs.ts', 'messaging/send.ts': 'messaging/jobs.ts' })).toEqual([]);
});

test('an import that the face does not name is told with what to do', () => {
  expect(check({ faxes: [], messaging: [] }, { 'faxes/send.ts': 'messaging/jobs.ts' })).toEqual([
    expect.stringMatching(/^server\/domains\/faxes\/send\.ts: .*messaging, which faxes does not use; move what both need/),
  ]);
});

test('a name without an import is told', () => {
  expect(check({ faxes: ['messaging'], messaging: [] }, {})).toEqual([expect.stringContaining('uses names messaging, of which faxes imports nothing')]);
});

test('a circle is told, however long', () => {
  const uses = { calling: ['calls'], calls: ['faxes'], faxes: ['calling'] };
  const imports = { 'calling/a.ts': 'calls/a.ts', 'calls/b.ts': 'faxes/a.ts', 'faxes/c.ts': 'calling/b.ts' };
  expect(check(uses, imports)).toEqual([expect.stringMatching(/^calling, calls, faxes: domains that use each other/)]);
});
