/**
 * Writes docs/flows/<flow>.md from the machines: the diagram, what a person may send, and why it is refused when it is.
 * `node scripts/flows.ts` writes; `node scripts/flows.ts --check` fails when a page is not what the machine says.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { allFlows } from '#machines/all.ts';

const folder = new URL('../docs/flows/', import.meta.url);

/** What a page is made of. */
interface Flow {
  flowId: string;
  machine: AnyStateMachine;
  reasons: { readonly [type: string]: readonly (readonly [unknown, string])[] };
}

const nameOf = (node: AnyStateNode): string => node.path.join('_');

const guardOf = (guard: unknown): string => {
  if (typeof guard === 'string') return ` [${guard}]`;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return ` [${String(guard.type)}]`;
  return '';
};

const eventOf = (type: string): string => {
  const [, how, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (how && actor) return `${actor} ${how === 'done' ? 'answered' : 'refused'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay ? `after ${delay}` : type;
};

const arrowsOf = (node: AnyStateNode): string[] => {
  const from = node.parent ? nameOf(node) : 'anywhere';
  const taken = [...node.transitions.values()].flat();
  const passing = (node.always ?? []).map((arrow) => ({ ...arrow, eventType: 'at once' }));
  return [...taken, ...passing].map((arrow) => {
    const [target] = arrow.target ?? [];
    return `  ${from} --> ${target ? nameOf(target) : from}: ${eventOf(arrow.eventType)}${guardOf(arrow.guard)}`;
  });
};

const statesOf = (node: AnyStateNode, depth: number): string[] => {
  const children: AnyStateNode[] = Object.values(node.states);
  const pad = '  '.repeat(depth);
  const [start] = node.initial?.target ?? [];
  const lines = start ? [`${pad}[*] --> ${nameOf(start)}`] : [];
  for (const child of children) {
    const inner = Object.keys(child.states).length > 0;
    lines.push(`${pad}state "${child.path.join('.')}" as ${nameOf(child)}${inner ? ' {' : ''}`);
    if (inner) lines.push(...statesOf(child, depth + 1), `${pad}}`);
    if (child.type === 'final') lines.push(`${pad}${nameOf(child)} --> [*]`);
  }
  return lines;
};

const allNodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(allNodes)];

const diagramOf = (machine: AnyStateMachine): string => {
  const arrows = [...new Set(allNodes(machine.root).flatMap(arrowsOf))];
  const anywhere = arrows.some((line) => line.includes('anywhere -->')) ? ['  state "anywhere" as anywhere'] : [];
  return ['```mermaid', 'stateDiagram-v2', ...statesOf(machine.root, 1), ...anywhere, ...arrows, '```'].join('\n');
};

const tableOf = (reasons: Flow['reasons']): string => {
  const rows = Object.entries(reasons).map(([type, list]) => {
    const says = [...new Set(list.map(([, sentence]) => sentence))].join('<br>');
    return `| \`${type}\` | ${says || 'never refused'} |`;
  });
  return ['| what a person may send | what is said when it is refused |', '|---|---|', ...rows].join('\n');
};

/** The page of a flow. */
export const pageOf = ({ flowId, machine, reasons }: Flow): string =>
  [
    `# ${flowId}`,
    `Generated from \`machines/${flowId}/\` by \`npm run flows\`; do not edit. Guards stand in brackets; “answered” and “refused” are outcomes of the named actor.`,
    diagramOf(machine),
    tableOf(reasons),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');

/** All pages by file name. */
export const pages = (): Map<string, string> => new Map(Object.values(allFlows).map((flow: Flow) => [`${flow.flowId}.md`, pageOf(flow)]));

/** Names of pages that are missing, stale, or of no flow. */
export const stalePages = async (): Promise<string[]> => {
  const wanted = pages();
  const there = await readdir(folder).catch(() => []);
  const stale = there.filter((name) => !wanted.has(name));
  for (const [name, page] of wanted) {
    const now = await readFile(new URL(name, folder), 'utf8').catch(() => '');
    if (now !== page) stale.push(name);
  }
  return stale;
};

const write = async (): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, page] of pages()) await writeFile(new URL(name, folder), page);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--check')) {
    const stale = await stalePages();
    if (stale.length > 0) {
      console.error(`Not what the machines say: ${stale.map((name) => `docs/flows/${name}`).join(', ')}. Run npm run flows.`);
      process.exitCode = 1;
    }
  } else await write();
}
