/** Facts that every area has to state: one that is forgotten is found here, with what to do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scopes } from '#commands/core/scopes.ts';
import type { ScopeFace } from '#commands/core/shape.ts';
import { registry } from '#commands/index.ts';
import * as areas from '#contract/areas.ts';

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

  test('says of each scope with a command where it is', () => {
    const closed = new Set(['global', 'workspace', 'text', 'dialog', 'palette']);
    const all = new Map<string, ScopeFace>(Object.entries(scopes));
    const used = new Set(registry.all.flatMap((command): readonly string[] => command.scopes));
    expect([...used].filter((scope) => !closed.has(scope) && all.get(scope)?.elsewhere === undefined)).toEqual([]);
  });

  test('has the keys of its lists in the bottom line: those of the list, where it names none of its own', () => {
    expect(scopes.list.hints?.length ?? 0).toBeGreaterThan(2);
  });
});
