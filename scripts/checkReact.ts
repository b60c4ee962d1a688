/**
 * The rules of React, as its compiler reads them: state is changed and refs are written after the render, hooks come in one order. Nothing is
 * compiled; what the compiler itself cannot read yet is passed over, and so is a ref inside an object, which it takes for its value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@babel/core';
import compiler, { type CompilerDiagnostic, type LoggerEvent } from 'babel-plugin-react-compiler';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Places that break a rule on purpose, by the reason. */
const accepted: Readonly<Record<string, string>> = {
  'src/palette/useListRows.ts': 'the lines follow the standing of the context by its version, not by the objects they read',
  'src/table/Table.tsx': 'what is on the screen is held beside the render: a scroll draws rows and nothing else',
  'src/table/rowRecycling.ts': 'rows are given to elements while they are drawn',
  'src/table/useColumns.ts': 'widths are compared by their content: rows must see the same array',
  'src/table/useRowsView.ts': 'what is on the screen is held beside the render: a scroll draws rows and nothing else',
};

const passedOver = /^(?:Todo|IncompatibleLibrary)$/;
const refInObject = /^(?:Cannot access ref value during render|Passing a ref to a function)/;

/** Finds what breaks a rule in a file, each as `path:line what`. */
function findFaults(path: string): string[] {
  const faults: string[] = [];
  const logEvent = (_: string | null, event: LoggerEvent): void => {
    if (event.kind !== 'CompileError') return;
    const { category, reason, details } = (event.detail as CompilerDiagnostic).options;
    const [first] = details ?? [];
    if (passedOver.test(category) || refInObject.test(first?.message ?? '')) return;
    faults.push(
      `${relative(root, path)}:${first?.kind === 'error' && first.loc && typeof first.loc === 'object' ? first.loc.start.line : '?'} ${first?.message ?? reason}`,
    );
  };
  transformSync(readFileSync(path, 'utf8'), {
    filename: path,
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ['typescript', ...(path.endsWith('x') ? (['jsx'] as const) : [])] },
    plugins: [[compiler, { noEmit: true, panicThreshold: 'none', logger: { logEvent } }]],
  });
  return faults;
}

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  // What draws nothing and calls no hook breaks no rule.
  .filter((path) => path.endsWith('x') || /\buse[A-Z]\w*\(/.test(readFileSync(path, 'utf8')));
const found = new Map(files.map((path) => [relative(root, path), findFaults(path)]));
const faults = [...found].flatMap(([path, each]) => (path in accepted ? [] : each));
const needless = Object.keys(accepted).filter((path) => (found.get(path) ?? []).length === 0);
for (const fault of faults) console.error(`${fault}; do it after the render, in an effect or where the event is handled`);
for (const path of needless) console.error(`${path} breaks no rule any more: take it off the list in scripts/checkReact.ts`);
process.exitCode = faults.length + needless.length > 0 ? 1 : 0;
