/** The tenant (spec 2.7): parts of the brand one by one, and each step of the custom domain. */
import type { DomainRecord, SenderRecord } from '#contract/tenant/entities.ts';
import { recordPurposeLabel, senderPurposeLabel } from '#contract/tenant/enums.ts';
import { tenantLimits } from '#contract/tenant/limits.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Services } from '../core/services.ts';

const brandBase = { group: 'Company', permission: 'tenant.manage', scopes: ['workspace'] } as const;
const domainBase = { group: 'Company', scopes: ['customDomain'] } as const;

const colorArg = arg.text<string>({
  label: 'Color',
  hint: 'Like #3366cc',
  initial: (_context, { tenant }) => tenant.brand('accent'),
  parse: (text) => {
    const value = text.trim().toLowerCase();
    const hex = value.startsWith('#') ? value : `#${value}`;
    return /^#[0-9a-f]{6}$/.test(hex) ? { ok: true, value: hex } : { ok: false, error: 'Enter a color like #3366cc' };
  },
});

const emailArg = arg.text<string>({
  label: 'Support email',
  hint: 'Shown when something goes wrong',
  initial: (_context, { tenant }) => tenant.brand('supportEmail'),
  parse: (text) => {
    const value = text.trim();
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? { ok: true, value } : { ok: false, error: 'Enter an email address like help@example.com' };
  },
});

const brandCommands: readonly Command[] = [
  command({
    ...brandBase,
    id: 'brand.name',
    title: 'Set brand name',
    keywords: ['tenant', 'product', 'title'],
    icon: 'pencil',
    args: {
      name: arg.text<string>({
        label: 'Name',
        hint: `Up to ${tenantLimits.name} characters`,
        initial: (_context, { tenant }) => tenant.brand('name'),
        parse: (text) => {
          const value = text.trim();
          if (value === '') return { ok: false, error: 'Enter a name' };
          return value.length > tenantLimits.name ? { ok: false, error: `Use ${tenantLimits.name} characters or fewer` } : { ok: true, value };
        },
      }),
    },
    run: async ({ args, services }) => services.tenant.setBrand('name', args.name),
  }),
  command({
    ...brandBase,
    id: 'brand.accent',
    title: 'Set brand color',
    keywords: ['tenant', 'accent', 'theme', 'contrast'],
    icon: 'palette',
    args: { color: colorArg },
    run: async ({ args, services }) => services.tenant.setBrand('accent', args.color),
  }),
  command({
    ...brandBase,
    id: 'brand.supportEmail',
    title: 'Set support email',
    keywords: ['brand', 'tenant', 'contact'],
    icon: 'mail',
    args: { email: emailArg },
    run: async ({ args, services }) => services.tenant.setBrand('supportEmail', args.email),
  }),
  command({
    ...brandBase,
    id: 'brand.logo',
    title: 'Upload brand logo',
    keywords: ['tenant', 'picture', 'image', 'mark'],
    icon: 'image',
    quiet: true,
    run: async ({ services }) => services.tenant.chooseLogo(),
  }),
  command({
    ...brandBase,
    id: 'brand.removeLogo',
    title: 'Remove brand logo',
    keywords: ['tenant', 'picture', 'clear'],
    icon: 'trash',
    run: async ({ services }) => services.tenant.removeLogo(),
  }),
  command({
    ...brandBase,
    id: 'brand.reset',
    title: 'Reset brand',
    keywords: ['tenant', 'default', 'clear', 'name', 'color', 'logo'],
    icon: 'undo',
    review: async ({ services }) =>
      (await services.tenant.hasLogo())
        ? {
            sentence: 'Reset name, color, support email and logo. The logo’s file is deleted and can’t be restored.',
            count: 1,
            sample: [],
            skipped: [],
            verb: 'reset',
            dangerous: true,
          }
        : null,
    run: async ({ services }) => services.tenant.resetBrand(),
  }),
];

/** One text of the checklist: a record's value or its name. */
interface RecordText {
  readonly text: string;
  readonly message: string;
}

/** Texts of records to copy. `label` names the record. */
const listTexts = <R extends DomainRecord | SenderRecord>(records: readonly R[], label: (record: R) => string) =>
  records.flatMap((record) =>
    (['value', 'name'] as const).map((part) => ({
      id: `${record.purpose}.${part}`,
      title: `${label(record)} ${record.type} ${part}`,
      detail: record[part],
      icon: 'clipboard' as const,
      value: { text: record[part], message: `${label(record)} ${part} copied` } satisfies RecordText,
    })),
  );
const listDomainTexts = async ({ tenant }: Services) => listTexts(await tenant.records(), ({ purpose }) => recordPurposeLabel[purpose]);
const listSenderTexts = async ({ tenant }: Services) => listTexts(await tenant.senderRecords(), ({ purpose }) => senderPurposeLabel[purpose]);

/** Asks for a text of a record. */
const createEntryArg = (list: (services: Services) => ReturnType<typeof listDomainTexts>) =>
  arg.search<RecordText>({
    label: 'Record',
    search: async (_context, services, query) => {
      const words = query.trim().toLowerCase();
      return (await list(services)).filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(words));
    },
    find: async (id, _context, services) => (await list(services)).find((each) => each.id === id)?.value ?? null,
  });

const domainCommands: readonly Command[] = [
  command({
    ...domainBase,
    permission: 'domain.manage',
    id: 'domain.claim',
    title: 'Domain: Claim',
    keywords: ['add', 'custom domain', 'host name', 'save'],
    icon: 'globe',
    quiet: true,
    isShown: true,
    changes: true,
    available: (context) => checkEvent(context, 'customDomain', 'domain.submitted'),
    review: async ({ services }) => {
      const host = await services.tenant.endedHost();
      if (host === null) return null;
      return {
        sentence: `Change the custom domain. ${host} stops at once, and everyone signed in there is signed out.`,
        count: 1,
        sample: [],
        skipped: [],
        verb: 'change',
        dangerous: true,
      };
    },
    run: async ({ services }) => services.flows.send('customDomain', { type: 'domain.submitted' }),
  }),
  flowCommand(
    { ...domainBase, id: 'domain.edit', title: 'Domain: Edit', icon: 'pencil', keywords: ['change', 'subdomain', 'token', 'again', 'claim'] },
    'customDomain',
    {
      type: 'domain.reopened',
    },
  ),
  flowCommand({ ...domainBase, id: 'domain.keep', title: 'Domain: Keep current', icon: 'x', keywords: ['cancel', 'back', 'close'] }, 'customDomain', {
    type: 'domain.kept',
  }),
  flowCommand(
    { ...domainBase, id: 'domain.look', title: 'Domain: Check records again', icon: 'refresh', keywords: ['look', 'DNS', 'verify', 'TXT', 'CNAME'] },
    'customDomain',
    {
      type: 'records.looked',
    },
  ),
  flowCommand(
    {
      ...domainBase,
      id: 'domain.sync',
      title: 'Domain: Use for brand',
      icon: 'check-check',
      keywords: ['sync', 'tenant', 'switch', 'activate', 'TLS'],
      changes: true,
    },
    'customDomain',
    {
      type: 'tenant.synced',
    },
  ),
  flowCommand({ ...domainBase, id: 'domain.retry', title: 'Domain: Load again', icon: 'refresh', keywords: ['retry', 'again'] }, 'customDomain', {
    type: 'load.retried',
  }),
  command({
    ...domainBase,
    permission: 'domain.manage',
    id: 'domain.copy',
    title: 'Copy DNS record',
    keywords: ['clipboard', 'TXT', 'CNAME', 'value', 'name'],
    icon: 'clipboard',
    quiet: true,
    args: { entry: createEntryArg(listDomainTexts) },
    run: async ({ args, services }) => services.clipboard.copy(args.entry.text, args.entry.message),
  }),
  command({
    ...domainBase,
    permission: 'domain.manage',
    id: 'domain.remove',
    title: 'Remove domain',
    keywords: ['delete', 'give up', 'custom domain'],
    icon: 'trash',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'customDomain', 'domain.removed'),
    review: () => ({
      sentence: 'Remove the custom domain. Its addresses stop at once, and everyone signed in there is signed out.',
      count: 1,
      sample: [],
      skipped: [],
      verb: 'remove',
      dangerous: true,
    }),
    run: async ({ services }) => services.flows.send('customDomain', { type: 'domain.removed' }),
  }),
];

const senderBase = { group: 'Company', scopes: ['emailSender'] } as const;

const senderCommands: readonly Command[] = [
  flowCommand(
    {
      ...senderBase,
      id: 'sender.start',
      title: 'Sender: Start verification',
      icon: 'mail',
      keywords: ['email', 'DKIM', 'from', 'verify', 'save'],
      changes: true,
    },
    'emailSender',
    { type: 'sender.submitted' },
  ),
  flowCommand({ ...senderBase, id: 'sender.edit', title: 'Sender: Edit', icon: 'pencil', keywords: ['email', 'change', 'address'] }, 'emailSender', {
    type: 'sender.reopened',
  }),
  flowCommand({ ...senderBase, id: 'sender.keep', title: 'Sender: Keep current', icon: 'x', keywords: ['email', 'cancel', 'back', 'close'] }, 'emailSender', {
    type: 'sender.kept',
  }),
  flowCommand(
    { ...senderBase, id: 'sender.look', title: 'Sender: Check records again', icon: 'refresh', keywords: ['look', 'DNS', 'DKIM', 'SPF', 'DMARC'] },
    'emailSender',
    { type: 'sender.looked' },
  ),
  flowCommand({ ...senderBase, id: 'sender.retry', title: 'Sender: Load again', icon: 'refresh', keywords: ['retry', 'again'] }, 'emailSender', {
    type: 'sender.reloaded',
  }),
  command({
    ...senderBase,
    permission: 'tenant.manage',
    id: 'sender.copy',
    title: 'Copy sender record',
    keywords: ['clipboard', 'DNS', 'DKIM', 'SPF', 'DMARC', 'value', 'name'],
    icon: 'clipboard',
    quiet: true,
    args: { entry: createEntryArg(listSenderTexts) },
    run: async ({ args, services }) => services.clipboard.copy(args.entry.text, args.entry.message),
  }),
  command({
    ...senderBase,
    permission: 'tenant.manage',
    id: 'sender.remove',
    title: 'Remove sender',
    keywords: ['email', 'delete', 'give up'],
    icon: 'trash',
    quiet: true,
    changes: true,
    available: (context) => checkEvent(context, 'emailSender', 'sender.removed'),
    review: () => ({
      sentence: 'Remove the email sender. Its key is deleted, and email comes from the default address again.',
      count: 1,
      sample: [],
      skipped: [],
      verb: 'remove',
      dangerous: true,
    }),
    run: async ({ services }) => services.flows.send('emailSender', { type: 'sender.removed' }),
  }),
];

/** Commands over the tenant. */
export const tenantCommands: readonly Command[] = [...brandCommands, ...domainCommands, ...senderCommands];
