/** Kinds of panes a person may open beside another. */
import { isOffered, type Place } from '#commands/core/area.ts';
import type { Context, PaneKind } from '#commands/core/types.ts';
import { followers } from '../panes/layout.ts';
import { isViewKind, type PaneRegistry } from '../panes/registry.ts';

const followerIcons: Readonly<Partial<Record<PaneKind, string>>> = { conversation: 'message', contact: 'user', call: 'phone', routing: 'phone-forwarded' };

/** Lists views, and what follows a list, as far as the permissions go. */
export const listOpenable = (registry: PaneRegistry, places: readonly Place[], context: Context): Context['openable'] =>
  Object.entries(registry)
    .filter(([, { permission }]) => permission === undefined || context.permissions.has(permission))
    .flatMap(([name, { title }]) => {
      const kind = name as PaneKind;
      const place = places.find((each) => each.kind === kind);
      if (place && !isOffered(place, context)) return [];
      return isViewKind(registry, kind) || followers.includes(kind) ? [{ kind, title, icon: place?.icon ?? followerIcons[kind] ?? 'layout' }] : [];
    });
