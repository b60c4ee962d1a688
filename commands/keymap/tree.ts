/** Bindings as a prefix tree: what a row of steps is: nothing, the start of something, or a binding. Pure. */
import { splitSteps } from './keys.ts';

interface Node<B> {
  readonly children: Map<string, Node<B>>;
  readonly bindings: B[];
}
export interface KeyTree<B> {
  readonly root: Node<B>;
}

/** Match of the steps typed so far. `full` bindings end here; `prefix` has the longer ones that begin so. */
type Match<B> =
  | { readonly kind: 'none' }
  | { readonly kind: 'prefix'; readonly longer: readonly B[] }
  | { readonly kind: 'full'; readonly bindings: readonly B[] };

/** Builds the prefix tree of bindings. */
export function buildTree<B extends { readonly keys: string }>(bindings: readonly B[]): KeyTree<B> {
  const root: Node<B> = { children: new Map(), bindings: [] };
  for (const binding of bindings) {
    let node = root;
    for (const step of splitSteps(binding.keys)) {
      const found = node.children.get(step) ?? { children: new Map(), bindings: [] };
      node.children.set(step, found);
      node = found;
    }
    node.bindings.push(binding);
  }
  return { root };
}

const listDescendants = <B>(node: Node<B>): B[] => [...node.children.values()].flatMap((child) => [...child.bindings, ...listDescendants(child)]);

/**
 * Looks steps up among the bindings that `counts` admits. A binding that ends here wins over longer ones: the keymap test keeps a key
 * from being the start of another.
 */
export function match<B>(tree: KeyTree<B>, steps: readonly string[], counts: (binding: B) => boolean = () => true): Match<B> {
  let node: Node<B> | undefined = tree.root;
  for (const step of steps) node = node?.children.get(step);
  if (!node) return { kind: 'none' };
  const bindings = node.bindings.filter(counts);
  if (bindings.length > 0) return { kind: 'full', bindings };
  const longer = listDescendants(node).filter(counts);
  return longer.length > 0 ? { kind: 'prefix', longer } : { kind: 'none' };
}
