/** Facts that every area has to state: one that is forgotten is found here, with what to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isScope, scopes } from '#commands/core/scopes.ts';
import type { ScopeDescription } from '#commands/core/shape.ts';
import { places, registry } from '#commands/index.ts';
import { createEffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import * as areas from '#contract/areas.ts';
import type { AreaFace } from '#contract/core/area.ts';
import { listHints } from '#src/app/hints.ts';
import { context } from './commandsSupport.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const client = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join(src, path), 'utf8'))
  .join('\n');

/** Kinds of changes that the app may ignore, each with the reason; none today. */
const ignored: Readonly<Record<string, string>> = {};

describe('every area', () => {
  test('has its changes handled in the app: `changes` of late.ts, or a listener', () => {
    const declared = Object.values(areas).flatMap((area): readonly string[] => ('changes' in area ? area.changes : []));
    expect(declared.filter((kind) => ignored[kind] === undefined && !client.includes(`'${kind}'`))).toEqual([]);
  });

  test('has words of the audit log for calls that it has', () => {
    const said = Object.entries(areas).flatMap(([name, { routes, acts = {} }]: [string, AreaFace]) =>
      Object.keys(acts).flatMap((call) => (call in routes ? [] : [`${name}.${call}`])),
    );
    expect(said).toEqual([]);
  });

  test('says of each scope with a command where it is', () => {
    const closed = new Set(['global', 'workspace', 'text', 'dialog', 'palette']);
    const all = new Map<string, ScopeDescription>(Object.entries(scopes));
    const used = new Set(registry.all.flatMap((command): readonly string[] => command.scopes));
    expect([...used].filter((scope) => !closed.has(scope) && all.get(scope)?.unavailable === undefined)).toEqual([]);
  });

  test('has keys in the bottom line of each pane one can go to', () => {
    // All that is done with live calls is done with one of them.
    const bare = places.filter(({ kind }) => {
      if (kind === 'live') return false;
      const scope = isScope(kind) ? [kind] : [];
      const now = context({ focus: { scopes: [...scope, 'list', 'workspace', 'global'], pane: null, rows: null, columns: [], canGoBack: false } });
      return listHints(createEffectiveKeymap(now.keymap, registry), registry, now).length < 2;
    });
    expect(bare.map(({ kind }) => kind)).toEqual([]);
  });
});
