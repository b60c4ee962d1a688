/** Running any command of the registry in the page, with arguments it takes: the first that is offered, or words of a sample. */
import type { Keyboard } from './keyboard.ts';

/** Text for arguments that are typed, by command and argument, or by label. */
const samples: Readonly<Record<string, string>> = {
  'messages.schedule.when': 'tomorrow 9:00',
  'contacts.createWithPhone.phone': '+1 415 555 0177',
  'calls.search.line': 'missed',
  'calls.openOne.call': '1',
  'calls.saying.words': 'brakes',
  'calling.setRate.dials': '120',
  'customFields.create.name': 'Walked',
  'sandbox.storm.count': '3',
  'sandbox.rate.perMinute': '0',
  'search.open.hit': 'conversation.1',
  Duration: '60',
  'routing.setHours.hours': 'mon-fri 9-5',
  'users.invite.addresses': 'invited@northwind.example',
  'users.onboardLike.addresses': 'like@northwind.example',
  'users.inviteThroughOrganization.addresses': 'through@northwind.example',
  'brand.supportEmail.email': 'help@northwind.example',
  'brand.accent.color': '#3366cc',
  'eventHooks.create.url': 'https://hooks.northwind.example/walk',
  'blocks.paste.targets': '+1 415 555 0178',
  'search.messages.q': 'invoice',
  'session.phones.phones': 'none',
  'Phone number': '+1 415 555 0179',
  Recipient: '+1 415 555 0134',
  'Price (USD)': '250',
  'Days and times': 'mon-fri 9-12',
  'Call routing': 'voicemail',
  Value: '12',
  Email: 'walk@northwind.example',
  Phone: '+1 415 555 0176',
};

/** Finds the first command that is offered where the keyboard is, of those asked for. */
export const findOffered = ({ page }: Keyboard, ids: readonly string[]): Promise<string | undefined> =>
  page.evaluate((wanted) => {
    const { registry, source } = window.appHost ?? {};
    const context = source?.get();
    if (!context) throw new Error('No app in the page');
    return wanted.find((id) => {
      const command = registry?.get(id);
      const isInScope = command?.scopes.some((scope) => context.focus.scopes.includes(scope));
      return isInScope && command?.available(context) === true && (command.permission === null || context.permissions.has(command.permission));
    });
  }, ids);

/** Checks whether the palette or a dialog stands over the panes. */
export const isCovered = ({ page }: Keyboard): Promise<boolean> =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open], [data-flow="palette"][data-state^="open"]')];
    return dialogs.some((each) => each.matches('[data-flow]') || each.checkVisibility());
  });

/** Refusals of a command that was not begun, since an argument has no option, begin so. */
export const nothingToChoose = 'nothing to choose';

/** Runs one. Returns why it did not run; null where it did. */
export const runCommand = ({ page }: Keyboard, id: string): Promise<string | null> =>
  page.evaluate(
    async ({ id: wanted, texts, nothing }) => {
      const host = window.appHost;
      const command = host?.registry.get(wanted);
      if (!host || !command) return 'unknown';
      const args: Record<string, string> = {};
      try {
        for (const { name, arg } of command.args) {
          if (arg.optional) continue;
          const context = host.source.get();
          if (arg.kind === 'text') {
            args[name] = texts[`${wanted}.${name}`] ?? texts[arg.label] ?? ((await arg.initial?.(context, host.services(), args)) || arg.hint || 'Walked');
            continue;
          }
          const options = arg.kind === 'list' ? arg.options(context, args) : await arg.search(context, host.services(), 'a', AbortSignal.timeout(5_000), args);
          const option = options.find(({ reason }) => reason === undefined);
          if (!option) return `${nothing} for “${arg.label}”`;
          args[name] = option.id;
        }
        const tooLong = new Promise((_, reject) => setTimeout(() => reject(new Error('did not end in 10 s')), 10_000));
        await Promise.race([host.dispatcher.execute(wanted, { source: 'palette', args }), tooLong]);
        return null;
      } catch (thrown) {
        return typeof thrown === 'object' && thrown !== null && 'message' in thrown ? String(thrown.message) : String(thrown);
      }
    },
    { id, texts: samples, nothing: nothingToChoose },
  );
