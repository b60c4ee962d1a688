/** The pages of the flows, from the machines: the diagram, what a person may send, and why it is refused when it is. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import * as allFlows from '#machines/all.ts';

/** Source of a page. */
interface Flow {
  flowId: string;
  machine: AnyStateMachine;
  reasons: { readonly [type: string]: readonly (readonly [unknown, string])[] };
}

const getName = (node: AnyStateNode): string => node.path.join('_');

const formatGuard = (guard: unknown): string => {
  if (typeof guard === 'string') return ` [${guard}]`;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return ` [${String(guard.type)}]`;
  return '';
};

const formatEvent = (type: string): string => {
  const [, how, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (how && actor) return `${actor} ${how === 'done' ? 'answered' : 'refused'}`;
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  return delay ? `after ${delay}` : type;
};

const listArrows = (node: AnyStateNode): string[] => {
  const from = node.parent ? getName(node) : 'anywhere';
  const taken = [...node.transitions.values()].flat();
  const passing = (node.always ?? []).map((arrow) => ({ ...arrow, eventType: 'at once' }));
  return [...taken, ...passing].map((arrow) => {
    const [target] = arrow.target ?? [];
    return `  ${from} --> ${target ? getName(target) : from}: ${formatEvent(arrow.eventType)}${formatGuard(arrow.guard)}`;
  });
};

const listStates = (node: AnyStateNode, depth: number): string[] => {
  const children: AnyStateNode[] = Object.values(node.states);
  const pad = '  '.repeat(depth);
  const [start] = node.initial?.target ?? [];
  const lines = start ? [`${pad}[*] --> ${getName(start)}`] : [];
  for (const child of children) {
    const inner = Object.keys(child.states).length > 0;
    lines.push(`${pad}state "${child.path.join('.')}" as ${getName(child)}${inner ? ' {' : ''}`);
    if (inner) lines.push(...listStates(child, depth + 1), `${pad}}`);
    if (child.type === 'final') lines.push(`${pad}${getName(child)} --> [*]`);
  }
  return lines;
};

const listNodes = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(listNodes)];

const formatDiagram = (machine: AnyStateMachine): string => {
  const arrows = [...new Set(listNodes(machine.root).flatMap(listArrows))];
  const anywhere = arrows.some((line) => line.includes('anywhere -->')) ? ['  state "anywhere" as anywhere'] : [];
  return ['```mermaid', 'stateDiagram-v2', ...listStates(machine.root, 1), ...anywhere, ...arrows, '```'].join('\n');
};

const formatTable = (reasons: Flow['reasons']): string => {
  const rows = Object.entries(reasons).map(([type, list]) => {
    const says = [...new Set(list.map(([, sentence]) => sentence))].join('<br>');
    return `| \`${type}\` | ${says || 'never refused'} |`;
  });
  return ['| user event | reason shown when refused |', '|---|---|', ...rows].join('\n');
};

const formatPage = ({ flowId, machine, reasons }: Flow): string =>
  [
    `# ${flowId}`,
    `Generated from \`machines/${flowId}/\` by \`npm run docs\`; do not edit. Guards are in brackets; “answered” and “refused” are outcomes of the named actor.`,
    formatDiagram(machine),
    formatTable(reasons),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');

/** All pages, by path under docs/. */
export const createFlowPages = (): Map<string, string> => new Map(Object.values(allFlows).map((flow: Flow) => [`flows/${flow.flowId}.md`, formatPage(flow)]));
