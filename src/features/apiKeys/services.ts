/** API keys, as commands reach them. */
import type { ApiKeyServices } from '#commands/apiKeys/types.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { noKey, shownKeys } from './keyStore.ts';

/** Commands over API keys, as the app provides them. */
export function createApiKeyServices({ app, workspace, services }: ServiceDeps): ApiKeyServices {
  const remove = async (companyId: number, id: number) => {
    await app.api.call('apiKeys.delete', { companyId, params: { id } });
    if (shownKeys.get(companyId).id === id) shownKeys.set(companyId, noKey);
    await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'apiKeys') });
  };
  return {
    create: async ({ name, role, scope, expiresInDays }) => {
      const companyId = getCompanyId(app);
      const { id, secret } = await app.api.call('apiKeys.create', { companyId, body: { name, role, scope, expiresInDays } });
      shownKeys.set(companyId, { id, name, secret });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'apiKeys') });
      workspace.open('apiKeys');
      return { message: 'API key created. Copy it now.', undo: { title: `Create the API key ${name}`, run: () => remove(companyId, id) } };
    },
    remove: async (key) => {
      await remove(getCompanyId(app), key.id);
      return { message: 'API key deleted' };
    },
    copySecret: async () => {
      const { secret } = shownKeys.get(getCompanyId(app));
      if (secret === null) throw new Error('No API key is shown');
      return services().clipboard.copy(secret, 'API key copied');
    },
    hideSecret: () => shownKeys.set(getCompanyId(app), noKey),
  };
}
