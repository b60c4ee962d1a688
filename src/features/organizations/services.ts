/** Organizations, as commands reach them. */
import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { OrganizationCompany, OrganizationPerson, OrganizationServices } from '#commands/organizations/types.ts';
import { messages } from '#contract/core/messages.ts';
import type { Organization } from '#contract/organizations/entities.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import { organizationTexts } from '#contract/organizations/texts.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { ApiError } from '../../api/errors.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { refreshCompanies } from '../../shared/liveCounts.ts';
import { choosePicture } from '../../ui/chooseFile.ts';
import { organizationKeys, shownOrganization } from './data.ts';

/** Reads again what is shown of organizations, and the companies, whose names, colors and statuses stand elsewhere too. */
async function refresh(app: App): Promise<void> {
  await Promise.all([app.queries.invalidateQueries({ queryKey: organizationKeys }), refreshCompanies(app).catch(() => undefined)]);
}

/** A call that keeps the session: its 401 is of this act alone (FLOW-029), any other failure in the words of MSG-030 where the specification has them. */
async function actOnAdministrator<T>(call: Promise<T>, failed?: string): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 401) throw new Error(messages.notAuthorized);
    throw failed === undefined ? thrown : new Error(failed);
  }
}

/** A change of settings or brand, and its reverse. */
function createChanger(app: App) {
  return async <T>(send: (value: T) => Promise<unknown>, next: T, before: T, message: string, title: string): Promise<ChangeResult> => {
    const change = async (value: T) => {
      await send(value);
      await refresh(app);
    };
    await change(next);
    return { message, undo: { title, run: () => change(before) } };
  };
}

const toBrand = (accent: string | null) => (accent === null ? { clear: 'accent' as const } : { accent });

/** Changes statuses one after another; what was done before a refusal is read again, so that the list says how far it came. */
async function changeStatuses(app: App, changes: readonly { readonly company: OrganizationCompany; readonly status: AccountStatus }[]): Promise<void> {
  try {
    for (const { company, status } of changes)
      await app.api.call('organizations.setStatus', { params: { orgId: company.organizationId, accountId: company.id }, body: { status } });
  } finally {
    await refresh(app);
  }
}

/** Asks for a picture and sends it; the notice says that the logo is there, or why not. */
const sendLogo = (app: App, send: (file: File) => Promise<unknown>, notice: string): void =>
  choosePicture((file) => {
    send(file)
      .then(() => refresh(app))
      .then(() => app.notify({ tone: 'success', message: notice }), app.notifyError);
  });

/** Commands over organizations, as the app provides them. */
export function createOrganizationServices({ app, workspace }: ServiceDeps): OrganizationServices {
  const change = createChanger(app);
  const brand = (id: number, body: object, file?: File) =>
    app.api.call('organizations.brand', { params: { id }, body, ...(file ? { files: [{ field: 'logo', file }] } : {}) });
  const brandCompany = (companyId: number, body: object, file?: File) =>
    app.api.call('companies.brand', { companyId, body, ...(file ? { files: [{ field: 'logo', file }] } : {}) });
  const saveSettings = ({ id }: Organization, body: object) => app.api.call('organizations.updateSettings', { params: { id }, body });
  const add = ({ organizationId, id }: OrganizationPerson) =>
    actOnAdministrator(app.api.call('organizations.addUser', { params: { id: organizationId }, body: { userId: id } }));
  const remove = async (rowId: number) => {
    await actOnAdministrator(app.api.call('organizations.removeUser', { params: { id: rowId } }), organizationTexts.removalFailed);
    await refresh(app);
  };
  return {
    showCompanies: ({ id }) => {
      shownOrganization.set(id);
      workspace.open('organizationCompanies');
    },
    showUsers: ({ id }) => {
      shownOrganization.set(id);
      workspace.open('organizationUsers');
    },
    rename: ({ id, name: before }, name) =>
      change(
        (next) => app.api.call('organizations.update', { params: { id }, body: { name: next } }),
        name,
        before,
        organizationTexts.updated,
        'Rename organization',
      ),
    setTimeZone: (organization, timezone) =>
      change(
        (next: string | null) => saveSettings(organization, next === null ? { clear: ['timezone'] } : { timezone: next }),
        timezone,
        organization.settings.timezone,
        organizationTexts.settingsUpdated,
        'Set time zone of new companies',
      ),
    setLinks: (organization, linksEnabled) =>
      change(
        (next: boolean) => saveSettings(organization, { linksEnabled: next }),
        linksEnabled,
        organization.settings.linksEnabled,
        organizationTexts.settingsUpdated,
        'Toggle links in texts of new companies',
      ),
    setColor: ({ id, branding }, accent) =>
      change((next: string | null) => brand(id, toBrand(next)), accent, branding.accent, organizationTexts.updated, 'Set organization color'),
    chooseLogo: ({ id }) => sendLogo(app, (file) => brand(id, {}, file), organizationTexts.updated),
    removeLogo: async ({ id }) => {
      await brand(id, { removeLogo: true });
      await refresh(app);
      return { message: organizationTexts.updated };
    },
    setStatus: async (companies, status) => {
      const changing = companies.filter((company) => company.status !== status);
      if (changing.length === 0) return { message: `Already ${status}`, changed: false };
      await changeStatuses(
        app,
        changing.map((company) => ({ company, status })),
      );
      return {
        message: `${formatCount(changing.length, 'organizationCompany')} ${status === 'active' ? 'activated' : status}`,
        undo: {
          title: 'Set company status',
          run: () =>
            changeStatuses(
              app,
              changing.map((company) => ({ company, status: company.status })),
            ),
        },
      };
    },
    addAdministrator: async (person) => {
      const added = await add(person);
      await refresh(app);
      return {
        message: `${person.name || person.email} added as administrator`,
        undo: { title: 'Add organization administrator', run: () => remove(added.id) },
      };
    },
    removeAdministrator: async (person) => {
      if (person.organizationUserId === null) throw new Error('This user isn’t an organization administrator');
      await remove(person.organizationUserId);
      return { message: `${person.name || person.email} removed as administrator` };
    },
    setCompanyColor: async (accent) => {
      const companyId = getCompanyId(app);
      const before = app.get().companies.find(({ id }) => id === companyId)?.ownAccent ?? null;
      return change((next: string | null) => brandCompany(companyId, toBrand(next)), accent, before, 'Company color saved', 'Set company color');
    },
    chooseCompanyLogo: () => {
      const companyId = getCompanyId(app);
      sendLogo(app, (file) => brandCompany(companyId, {}, file), 'Company logo saved');
    },
    removeCompanyLogo: async () => {
      await brandCompany(getCompanyId(app), { removeLogo: true });
      await refresh(app);
      return { message: 'Company logo removed' };
    },
  };
}
