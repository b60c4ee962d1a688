/** Services of notifications, as commands reach them. */

import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { NotificationServices } from '#commands/notifications/types.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createCountsQuery } from '../../shared/counts.ts';
import { createMutedQuery } from '../../shared/muted.ts';
import { allowDesktop, playSound } from './alerts.ts';

export function createNotificationServices(app: App): NotificationServices {
  const change = async (blocked: boolean, numberIds: readonly number[], channelTypes: Parameters<NotificationServices['block']>[1]): Promise<ChangeResult> => {
    const companyId = getCompanyId(app);
    const call = blocked ? 'notifications.block' : 'notifications.unblock';
    await app.api.call(call, { companyId, body: { numberIds: [...numberIds], channelTypes: [...channelTypes] } });
    await app.queries.invalidateQueries({ queryKey: createMutedQuery(app, companyId).queryKey });
    // It is saved: counts that cannot be read now come with the next change.
    await app.queries.fetchQuery({ ...createCountsQuery(app, companyId), staleTime: 0 }).catch(() => undefined);
    void app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'conversations') });
    return {
      message: `${blocked ? 'Muted' : 'Unmuted'} ${formatCount(numberIds.length, 'number')}`,
      undo: { title: blocked ? 'Mute numbers' : 'Unmute numbers', run: async () => void (await change(!blocked, numberIds, channelTypes)) },
    };
  };
  return {
    block: (numberIds, channels) => change(true, numberIds, channels),
    unblock: (numberIds, channels) => change(false, numberIds, channels),
    allowDesktop,
    playSound,
    loadMuted: () => app.queries.fetchQuery(createMutedQuery(app, getCompanyId(app))),
  };
}
