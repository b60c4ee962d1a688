/** Kinds of changes that travel on a company's channel, from the faces of the areas. `conversation-updated` is the spec's own event name (1.4). */
import type * as areas from './areas.ts';
import type { Change } from './core/realtime.ts';

type Areas = typeof areas;
type AreaChangeKind = { [A in keyof Areas]: Areas[A] extends { readonly changes: readonly (infer K)[] } ? K : never }[keyof Areas];

/** Kinds of no area: `changes-waiting` travels on the channel of limited members alone and says that everything up to `seq` is to be fetched. */
type CommonChangeKind = 'batch-progress' | 'changes-waiting';

export type ChangeKind = AreaChangeKind | CommonChangeKind;
/** A change as it is published: its kind is one that a face declares. */
export type PublishedChange = Change & { readonly kind: ChangeKind };
