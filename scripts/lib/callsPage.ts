/** The page of the calls: which route of the contract serves which call of the specification. */

import type { Route } from '#contract/core/route.ts';
import { routes } from '#contract/index.ts';

const formatCell = (text: string): string => text.replaceAll('|', '\\|');

/** The whole page. */
export function createCallsPage(): string {
  const all: readonly Route[] = Object.values(routes).flatMap((area) => Object.values(area));
  const rows = all
    .filter(({ spec }) => spec !== 'ours')
    .sort((one, other) => one.spec.localeCompare(other.spec) || one.path.localeCompare(other.path))
    .map(
      ({ spec, variants = [], method, path, access, summary }) =>
        `| ${[spec, ...variants].join(', ')} | \`${method} ${path}\` | ${access} | ${formatCell(summary)} |`,
    );
  return `${[
    '# Calls',
    'Generated from `contract/` by `npm run docs`; do not edit. Calls of the specification, by their ids; our additions are in the OpenAPI document alone.',
    ['| id | call | who may | what it does |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')}\n`;
}
