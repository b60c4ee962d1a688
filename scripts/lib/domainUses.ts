/**
 * Domains of the server import each other only as their faces say (`uses`), types counted, and one way. An import names the file that holds what it needs, not
 * the face: a face pulls in handlers and workers, so that modules would load in circles.
 */
import { findCircles } from './circles.ts';

/** A module, by its path from the root. */
interface Module {
  readonly path: string;
  readonly text: string;
}

const getDomain = (path: string) => /^server\/domains\/(\w+)\//.exec(path)?.[1];
const getFace = (domain: string) => `server/domains/${domain}/index.ts`;
const lower = 'move what both need into a room of server/ below the domains, such as server/access or server/lists';

/** Names that a face lists under `uses`. */
const listUses = (text: string) => [...(/\buses: \[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name);

/** Imports between domains that a face does not name, names without an import, and circles; `importsOf` lists the files a file imports, from the root. */
export function findUseFaults(modules: readonly Module[], importsOf: (path: string) => readonly string[]): string[] {
  const uses = new Map(
    modules.flatMap(({ path, text }) => {
      const domain = getDomain(path);
      return domain !== undefined && path === getFace(domain) ? [[domain, listUses(text)] as const] : [];
    }),
  );
  const imports = modules.flatMap(({ path }) => {
    const from = getDomain(path);
    if (from === undefined) return [];
    return importsOf(path).flatMap((target) => {
      const to = getDomain(target);
      return to === undefined || to === from ? [] : [{ path, target, from, to }];
    });
  });
  return [
    ...imports
      .filter(({ from, to }) => !uses.get(from)?.includes(to))
      .map(({ path, target, from, to }) => `${path}: ${target} is of ${to}, which ${from} does not use; ${lower}, or name ${to} in uses of ${getFace(from)}`),
    ...[...uses].flatMap(([from, names]) =>
      names
        .filter((to) => !imports.some((each) => each.from === from && each.to === to))
        .map((to) => `${getFace(from)}: uses names ${to}, of which ${from} imports nothing; take it out`),
    ),
    ...findCircles(uses).map((domains) => `${domains.join(', ')}: domains that use each other; ${lower}, or to the one of them that the others use`),
  ];
}
