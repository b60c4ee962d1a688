/** The page of the keys: every binding of the shipped keymap by the place it works in, and what the presets change. */

import { registry } from '#commands/index.ts';
import type { Binding } from '#commands/keymap/binding.ts';
import { presetOverrides } from '#commands/keymap/presets.ts';

const getTitle = (id: string): string => registry.get(id)?.title ?? id;
const formatCell = (text: string): string => text.replaceAll('|', '\\|');
const formatKeys = (keys: readonly string[]): string => keys.map((each) => `\`${formatCell(each)}\``).join(', ');

const given = ({ args }: Binding): string => (args ? ` (${Object.values(args).join(', ')})` : '');
const formatPlaces = (binding: Binding): string => (binding.in === 'text' ? 'text, too' : binding.in === 'anywhere' ? 'anywhere' : '');
const formatConditions = (binding: Binding): string => (binding.when ? `\`${binding.when}\`` : '');

/** Bindings that differ in their keys alone are one row. */
function formatRows(bindings: readonly Binding[]): string[] {
  const rows = new Map<string, { readonly rest: string; readonly keys: string[] }>();
  for (const binding of bindings) {
    const rest = `${formatCell(getTitle(binding.command))}${given(binding)} | ${formatConditions(binding)} | ${formatPlaces(binding)}`;
    const row = rows.get(rest) ?? { rest, keys: [] };
    row.keys.push(binding.keys);
    rows.set(rest, row);
  }
  return [...rows.values()].map(({ rest, keys }) => `| ${formatKeys(keys)} | ${rest} |`);
}

const formatPresets = (): string[] =>
  Object.entries(presetOverrides).flatMap(([name, overrides]) =>
    Object.entries(overrides).map(([command, keys]) => `| ${name} | ${formatCell(getTitle(command))} | ${formatKeys(keys)} |`),
  );

/** The whole page. */
export function createKeysPage(): string {
  const scopes = [...new Set(registry.bindings.map(({ scope }) => scope))];
  const tables = scopes.map((scope) =>
    [
      `## ${scope}`,
      '',
      '| key | command | only if | where text is entered |',
      '|---|---|---|---|',
      ...formatRows(registry.bindings.filter((binding) => binding.scope === scope)),
    ].join('\n'),
  );
  return `${[
    '# Keys',
    'Generated from the faces of the areas (`commands/*/index.ts`) by `npm run docs`; do not edit. A key works while its place has the keyboard; conditions are in `commands/keymap/conditions.ts`. `mod` is Ctrl, or ⌘ on a Mac.',
    ...tables,
    ['## Presets', '', '| preset | command | keys |', '|---|---|---|', ...formatPresets()].join('\n'),
  ].join('\n\n')}\n`;
}
