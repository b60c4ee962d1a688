/** Kinds of panes a person may open beside another. */
import type { Place } from '#commands/core/area.ts';
import type { Context, PaneKind } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';
import { followers } from '../panes/layout.ts';
import { isViewKind, type PaneRegistry } from '../panes/registry.ts';

const getPlaceIcon = (places: readonly Place[], kind: PaneKind) => places.find((place) => place.kind === kind)?.icon ?? followerIcons[kind] ?? 'layout';
const followerIcons: Readonly<Partial<Record<PaneKind, string>>> = { conversation: 'message', contact: 'user', call: 'phone', routing: 'phone-forwarded' };

/** Lists views, and what follows a list, as far as the permissions go. */
export const listOpenable = (registry: PaneRegistry, places: readonly Place[], permissions: ReadonlySet<Permission>): Context['openable'] =>
  Object.entries(registry)
    .filter(([, { permission }]) => permission === undefined || permissions.has(permission))
    .flatMap(([name, { title }]) => {
      const kind = name as PaneKind;
      return isViewKind(registry, kind) || followers.includes(kind) ? [{ kind, title, icon: getPlaceIcon(places, kind) }] : [];
    });
