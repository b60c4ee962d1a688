/** Exports that nobody imports, and imports of what nobody exports. What is used in its own file alone needs no `export`; what is used nowhere is deleted. */
import { parseSync } from 'vite';

/** A module as its imports and exports are read. */
interface Module {
  readonly path: string;
  readonly text: string;
}

const getWholeName = (path: string) => `${path}#*`;

/** Names a file imports or exports again, each as `file#name`; `file#*` for all of it. */
function listUses({ path, text }: Module, targetOf: (path: string, specifier: string) => string | null): string[] {
  const { program } = parseSync(path, text);
  const later = [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name = '']) => name);
  const whole = later.flatMap((specifier) => targetOf(path, specifier) ?? []).map(getWholeName);
  return [
    ...whole,
    ...program.body.flatMap((statement) => {
      if (statement.type !== 'ImportDeclaration' && statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportAllDeclaration') return [];
      const target = statement.source ? targetOf(path, statement.source.value) : null;
      if (target === null) return [];
      if (statement.type === 'ExportAllDeclaration') return [getWholeName(target)];
      return statement.specifiers.map((specifier) => {
        if (specifier.type === 'ImportNamespaceSpecifier') return getWholeName(target);
        if (specifier.type === 'ImportDefaultSpecifier') return `${target}#default`;
        const named = specifier.type === 'ImportSpecifier' ? specifier.imported : specifier.local;
        return `${target}#${'name' in named ? named.name : named.value}`;
      });
    }),
  ];
}

/** Names a file declares and exports. */
function listExports({ path, text }: Module): string[] {
  return parseSync(path, text).program.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration' && statement.exported === null) return ['*'];
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const { declaration } = statement;
    if (declaration === null) return statement.specifiers.map(({ exported }) => ('name' in exported ? exported.name : exported.value));
    if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : [];
  });
}

/** Names that a module of `modules` imports from another of them, where they are not exported, as `importer: file#name`. The benches are not type-checked without their peers. */
export function findMissingExports(modules: readonly Module[], targetOf: (path: string, specifier: string) => string | null): string[] {
  const there = new Map(modules.map((module) => [module.path, new Set(listExports(module))]));
  return modules.flatMap((module) =>
    [...new Set(listUses(module, targetOf))].flatMap((use) => {
      const [file = '', name = ''] = use.split('#');
      const names = there.get(file);
      return names === undefined || name === '*' || name === 'default' || names.has(name) || names.has('*') ? [] : [`${module.path}: ${use}`];
    }),
  );
}

/** Exports of `modules` that none of them imports, as `file#name`. */
export function findDeadExports(modules: readonly Module[], targetOf: (path: string, specifier: string) => string | null): string[] {
  const used = new Set(modules.flatMap((module) => listUses(module, targetOf)));
  return modules.flatMap((module) =>
    used.has(getWholeName(module.path))
      ? []
      : [...new Set(listExports(module))]
          .filter((name) => name !== '*')
          .map((name) => `${module.path}#${name}`)
          .filter((name) => !used.has(name)),
  );
}
