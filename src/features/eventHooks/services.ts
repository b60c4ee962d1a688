/** Webhooks, as commands reach them. */
import type { EventHookServices } from '#commands/eventHooks/types.ts';
import { sentEventLabel } from '#contract/eventHooks/enums.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { shownSecrets } from './secretStore.ts';

const formatHost = (url: string) => new URL(url).host;

/** Commands over webhooks, as the app provides them. */
export function createEventHookServices({ app, workspace, services }: ServiceDeps): EventHookServices {
  const refresh = (companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'eventHooks') });
  const update = async (
    companyId: number,
    id: number,
    body: { readonly url?: string; readonly events?: Parameters<EventHookServices['create']>[1][number][]; readonly isActive?: boolean },
  ) => {
    await app.api.call('eventHooks.update', { companyId, params: { id }, body });
    await refresh(companyId);
  };
  return {
    create: async (url, events) => {
      const companyId = getCompanyId(app);
      const { secret, ...hook } = await app.api.call('eventHooks.create', { companyId, body: { url, events: [...events] } });
      shownSecrets.set(companyId, { secret, url: hook.url });
      await refresh(companyId);
      workspace.open('eventHooks');
      return {
        message: 'Webhook created. Copy its signing secret now.',
        undo: {
          title: `Create the webhook ${formatHost(hook.url)}`,
          run: async () => {
            await app.api.call('eventHooks.delete', { companyId, params: { id: hook.id } });
            shownSecrets.set(companyId, { secret: null, url: '' });
            await refresh(companyId);
          },
        },
      };
    },
    setUrl: async (hook, url) => {
      const companyId = getCompanyId(app);
      await update(companyId, hook.id, { url });
      return { message: 'Webhook address changed', undo: { title: 'Change the webhook address', run: () => update(companyId, hook.id, { url: hook.url }) } };
    },
    toggleEvent: async (hook, event) => {
      const companyId = getCompanyId(app);
      const isSent = hook.events.includes(event);
      const events = isSent ? hook.events.filter((each) => each !== event) : [...hook.events, event];
      if (events.length === 0) throw new Error('A webhook has at least one event. Turn it off instead.');
      await update(companyId, hook.id, { events });
      return {
        message: `${sentEventLabel[event]}: ${isSent ? 'no longer sent' : 'sent from now on'}`,
        undo: { title: `Toggle ${sentEventLabel[event].toLowerCase()}`, run: () => update(companyId, hook.id, { events: [...hook.events] }) },
      };
    },
    switch: async (hook) => {
      const companyId = getCompanyId(app);
      await update(companyId, hook.id, { isActive: !hook.isActive });
      return {
        message: hook.isActive ? 'Webhook turned off' : 'Webhook turned on',
        undo: { title: 'Toggle the webhook', run: () => update(companyId, hook.id, { isActive: hook.isActive }) },
      };
    },
    test: async (hook) => {
      const companyId = getCompanyId(app);
      const { state, status, reason, durationMs } = await app.api.call('eventHooks.test', { companyId, params: { id: hook.id } });
      await refresh(companyId);
      if (state !== 'delivered') throw new Error(`The test event didn’t arrive. ${reason ?? ''}`.trim());
      return { message: `Test event delivered: answered ${status ?? ''} in ${durationMs ?? 0} ms` };
    },
    remove: async (hook) => {
      const companyId = getCompanyId(app);
      await app.api.call('eventHooks.delete', { companyId, params: { id: hook.id } });
      if (shownSecrets.get(companyId).url === hook.url) shownSecrets.set(companyId, { secret: null, url: '' });
      await refresh(companyId);
      return { message: 'Webhook deleted' };
    },
    rotateSecret: async (hook) => {
      const companyId = getCompanyId(app);
      const { secret } = await app.api.call('eventHooks.rotateSecret', { companyId, params: { id: hook.id } });
      shownSecrets.set(companyId, { secret, url: hook.url });
      return { message: 'New signing secret made. Copy it now.' };
    },
    copySecret: async () => {
      const { secret } = shownSecrets.get(getCompanyId(app));
      if (secret === null) throw new Error('No signing secret is shown');
      return services().clipboard.copy(secret, 'Signing secret copied');
    },
    hideSecret: () => shownSecrets.set(getCompanyId(app), { secret: null, url: '' }),
    showDeliveries: (hook) => showNear(workspace, 'hookDeliveries', { id: String(hook.id) }),
    resend: async (delivery) => {
      const companyId = getCompanyId(app);
      await app.api.call('eventHooks.resend', { companyId, params: { id: delivery.hookId, deliveryId: delivery.id } });
      await refresh(companyId);
      return { message: 'Delivery is being sent again' };
    },
  };
}
