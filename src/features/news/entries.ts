/** What people can do now that they couldn’t before, newest first. Add an entry on top when something comes that a person would want to be told of. */

export interface NewsEntry {
  /** When it came, ISO 8601: entries later than a person’s last look are new to them. */
  readonly at: string;
  readonly title: string;
  /** One to three sentences. */
  readonly text: string;
  /** Ids of the commands it is about, whose keys are drawn; Enter runs the first. */
  readonly commands: readonly [string, ...string[]];
}

export const newsEntries: readonly NewsEntry[] = [
  {
    at: '2026-11-25T05:30:00Z',
    title: 'Import contacts',
    text: 'Import contacts from a CSV or XLSX file, or paste them from a sheet. See what each row does before anything is saved, fix rows in place, and undo the whole import with one key.',
    commands: ['go.contactImport', 'contacts.import'],
  },
  {
    at: '2026-11-25T01:00:00Z',
    title: 'Groups and labels of contacts',
    text: 'Add contacts to groups and labels, one by one, by selection, or all that match a filter. Save a filter as a group that keeps itself up to date, see how many of its contacts can be texted, and export contacts as a file.',
    commands: ['go.groups', 'contacts.addToGroup', 'contacts.addLabel'],
  },
  {
    at: '2026-11-23T23:50:00Z',
    title: 'Scheduled messages in one list',
    text: 'See all messages your company has scheduled, soonest first, with the conversation beside them. Reschedule one, send it now or cancel it from the list.',
    commands: ['go.scheduled', 'messages.reschedule'],
  },
  {
    at: '2026-11-23T23:34:00Z',
    title: 'Search of messages',
    text: 'Search finds the text of messages, notes, voicemails and call transcripts. Narrow it with words like from:, before:, number: and is:, and open a result at its place in the conversation.',
    commands: ['search.messages', 'list.focusFilter'],
  },
  {
    at: '2026-11-23T23:33:00Z',
    title: 'Saved views',
    text: 'Save a list as you filtered, sorted and searched it, under a name of its own. Up to nine saved views have a key.',
    commands: ['views.open', 'views.save', 'views.openPlace'],
  },
  {
    at: '2026-11-23T23:32:00Z',
    title: 'Places have addresses',
    text: 'Each list, conversation, contact, call and number has an address. Back, Forward and a reload lead to exactly where you were, and a copied link opens the same place for another user.',
    commands: ['workspace.copyLink'],
  },
  {
    at: '2026-11-23T23:31:00Z',
    title: 'Notifications on your desktop',
    text: 'Get a desktop notification, with a sound if you like, for calls and messages that arrive while you are in another window. Muted numbers stay silent.',
    commands: ['notifications.turnOnDesktop'],
  },
  {
    at: '2026-11-23T23:30:00Z',
    title: 'The palette knows where you are',
    text: 'Open it without typing, and it shows what fits the selected row first, then your recent commands, then places to go. Type a phone number that no contact has to message it, see its calls or block it.',
    commands: ['palette.open', 'palette.actions'],
  },
  {
    at: '2026-11-23T00:55:00Z',
    title: 'Undo for messages',
    text: 'A message waits for some seconds before it is sent. Undo brings its text back, also from the empty composer. You choose how many seconds.',
    commands: ['messages.hold', 'keyline.undo'],
  },
  {
    at: '2026-11-22T23:35:00Z',
    title: 'First messages to anyone',
    text: 'Type any phone number or name and write. Before you send, you see whether there is consent on record and whether it is outside texting hours where they are.',
    commands: ['conversations.start', 'messages.scheduleTheirTime'],
  },
  {
    at: '2026-11-22T23:34:00Z',
    title: 'Faxes in the conversation',
    text: 'Send a PDF as a fax, and read the faxes you get page by page beside calls and messages of the same phone.',
    commands: ['faxes.send'],
  },
  {
    at: '2026-11-22T00:53:00Z',
    title: 'Number templates and the marketplace',
    text: 'Save the routing and hours of a number as a template and apply it to as many numbers as you like. List numbers you don’t need, and buy those of others.',
    commands: ['go.templates', 'go.marketplace'],
  },
  {
    at: '2026-11-22T00:35:00Z',
    title: 'Schedules for the company and for you',
    text: 'Write when you are available in one line, in your own time zone. Numbers set to 24/7 follow the company’s schedule, and your phones ring only within yours.',
    commands: ['go.schedule', 'schedule.setMine'],
  },
  {
    at: '2026-11-21T18:54:00Z',
    title: 'Call routing as text, with a simulator',
    text: 'Edit the routing of a number as one line of text. The simulator shows who rings at any time of the week before you save it.',
    commands: ['routing.simulate', 'routing.editLine'],
  },
  {
    at: '2026-11-21T18:36:00Z',
    title: 'Call search and review',
    text: 'Search calls by result, duration, tag, number or transcript. Review the results one by one with one key per outcome, and undo the whole review at once.',
    commands: ['go.calls', 'calls.find', 'review.start'],
  },
];
