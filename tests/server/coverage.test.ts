/** Every route of the contract is called by a test over real HTTP, and refused by one where there is something to refuse. Reads the tests as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';

const folder = new URL('.', import.meta.url);
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'coverage.test.ts')
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** Finds the names of areas and routes in a file: `const calls = routes.notes`, `const { list } = routes.activity`, `const { messaging } = routes`. */
function spellingsIn(text: string): (area: string, name: string) => string[] {
  const areas = new Map([...text.matchAll(/const (\w+) = routes\.(\w+);/g)].map(([, alias = '', area = '']) => [area, alias]));
  const taken = new Map(
    [...text.matchAll(/const \{([^}]+)\} = routes\.(\w+);/g)].map(([, names = '', area = '']) => [area, names.split(',').map((n) => n.trim())]),
  );
  const whole = [...text.matchAll(/const \{([^}]+)\} = routes;/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const borrowed = [...text.matchAll(/import \{([^}]+)\} from '\.\/auth\.stage\.ts'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  return (area, name) => [
    `routes.${area}.${name}`,
    ...(areas.has(area) ? [`${areas.get(area)}.${name}`] : []),
    ...(taken.get(area)?.includes(name) ? [name] : []),
    ...(whole.includes(area) || borrowed.includes(area) ? [`${area}.${name}`] : []),
  ];
}
const files = texts.map((text) => ({ text, spellings: spellingsIn(text) }));

/** Is the route the first argument of one of these ways to call? */
function isUsed(area: string, name: string, ways: string): boolean {
  return files.some(({ text, spellings }) =>
    spellings(area, name).some((spelling) => new RegExp(`\\b(?:${ways})\\(\\s*${spelling.replaceAll('.', '\\.')}\\b`).test(text)),
  );
}

const all = Object.entries(routes).flatMap(([area, table]) => Object.entries(table).map(([name, route]: [string, Route]) => ({ area, name, route })));
const namesOf = (found: typeof all) => found.map(({ area, name }) => `${area}.${name}`);

describe('the tests of the server', () => {
  test('call every route with success', () => {
    expect(namesOf(all.filter(({ area, name }) => !isUsed(area, name, 'call|exchange|answered')))).toEqual([]);
  });

  test('see every route refuse what it cannot take', () => {
    const choosy = all.filter(({ route }) => route.body !== undefined || route.params !== undefined);
    expect(namesOf(choosy.filter(({ area, name }) => !isUsed(area, name, 'refusal|exchange')))).toEqual([]);
  });
});
