/** Bindings as a prefix tree: what a row of steps is: nothing, the start of something, or a binding. Pure. */
import { stepsOf } from './keys.ts';

interface Node<B> {
  readonly next: Map<string, Node<B>>;
  readonly here: B[];
}
export interface KeyTree<B> {
  readonly root: Node<B>;
}

/** Match of the steps typed so far. `full` bindings end here; `prefix` has the longer ones that begin so. */
type Match<B> =
  | { readonly kind: 'none' }
  | { readonly kind: 'prefix'; readonly longer: readonly B[] }
  | { readonly kind: 'full'; readonly bindings: readonly B[] };

/** Builds the tree. */
export function treeOf<B extends { readonly keys: string }>(bindings: readonly B[]): KeyTree<B> {
  const root: Node<B> = { next: new Map(), here: [] };
  for (const binding of bindings) {
    let node = root;
    for (const step of stepsOf(binding.keys)) {
      const found = node.next.get(step) ?? { next: new Map(), here: [] };
      node.next.set(step, found);
      node = found;
    }
    node.here.push(binding);
  }
  return { root };
}

const beneath = <B>(node: Node<B>): B[] => [...node.next.values()].flatMap((child) => [...child.here, ...beneath(child)]);

/**
 * Looks steps up among the bindings that `counts` admits. A binding that ends here wins over longer ones: the keymap test keeps a key
 * from being the start of another.
 */
export function match<B>(tree: KeyTree<B>, steps: readonly string[], counts: (binding: B) => boolean = () => true): Match<B> {
  let node: Node<B> | undefined = tree.root;
  for (const step of steps) node = node?.next.get(step);
  if (!node) return { kind: 'none' };
  const bindings = node.here.filter(counts);
  if (bindings.length > 0) return { kind: 'full', bindings };
  const longer = beneath(node).filter(counts);
  return longer.length > 0 ? { kind: 'prefix', longer } : { kind: 'none' };
}
