/** Flows of email senders: one for each company. Looks at records while a pane shows them. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { EmailSender, TenantSettings } from '#contract/tenant/entities.ts';
import { tenantMessages } from '#contract/tenant/texts.ts';
import { machine } from '#machines/emailSender/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { createFlowStore } from '../../store/flowStore.ts';
import { createTenantQuery } from './data.ts';

/** The flow of a sender. */
export type SenderActor = ActorRefFrom<typeof machine>;

interface SenderPlace {
  readonly actor: SenderActor;
}

function begin(app: App, companyId: number): SenderPlace {
  const { queryKey } = createTenantQuery(app, companyId);
  /** The cache has what the flow has. */
  const keep = async (work: Promise<TenantSettings>): Promise<EmailSender | null> => {
    const settings = await rejectWithPlainError(work);
    app.queries.setQueryData(queryKey, settings);
    return settings.emailSender;
  };
  const load = () => keep(app.api.call('tenant.get', { companyId }));
  const actor = createActor(
    machine.provide({
      actors: {
        loadSender: fromPromise(load),
        startSender: fromPromise(({ input: { draft } }) => {
          const name = draft.name.trim();
          return keep(
            app.api.call('tenant.startSender', {
              companyId,
              body: { address: draft.address.trim(), ...(name === '' ? { clear: ['name'] as const } : { name }) },
            }),
          );
        }),
        lookAtSender: fromPromise(() => keep(app.api.call('tenant.lookSender', { companyId }))),
        removeSender: fromPromise(async () => {
          await rejectWithPlainError(app.api.call('tenant.removeSender', { companyId }));
          return load();
        }),
      },
      actions: {
        tellStarted: () => void app.notify({ tone: 'success', message: tenantMessages.senderStarted }),
        tellRemoved: () => void app.notify({ tone: 'success', message: 'Email sender removed' }),
      },
    }),
  );
  return { actor };
}

/** The flow of each company; without a pane it stays only for what was typed. */
export const senderStore = createFlowStore<number, SenderPlace>({
  name: 'emailSenders',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
  isPersistent: ({ actor }) => {
    const snapshot = actor.getSnapshot();
    const { draft, sender } = snapshot.context;
    return isIn(snapshot, 'editing', 'starting') && draft.address.trim() !== '' && draft.address !== sender?.address;
  },
  onChange: (app, { actor }, { kind, actorId }) => {
    // The person's own changes come back with their replies.
    if (kind === 'tenant-updated' && actorId !== app.get().user?.id) actor.send({ type: 'sender.changed' });
  },
});
