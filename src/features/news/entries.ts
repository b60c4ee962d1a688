/** New things people can do, newest first. Add an entry on top when something comes that a person would want to know. */

export interface NewsEntry {
  /** Time it came, ISO 8601: entries later than a person’s last look are new to them. */
  readonly at: string;
  readonly title: string;
  /** One to three sentences. */
  readonly text: string;
  /** Ids of the commands it is about, whose keys are drawn; Enter runs the first. */
  readonly commands: readonly [string, ...string[]];
}

export const newsEntries: readonly NewsEntry[] = [
  {
    at: '2026-11-28T13:50:00Z',
    title: 'Conversion rules',
    text: 'Use a call search, such as longer:60 first, to choose which calls count as conversions. Each rule is tested on your last 30 days before you set it.',
    commands: ['go.integrations', 'integrations.setRule', 'integrations.explain'],
  },
  {
    at: '2026-11-28T13:40:00Z',
    title: 'Transfer',
    text: 'Transfer a call in the app to a colleague or a phone. If no one answers, it rings you again.',
    commands: ['phone.transfer', 'phone.hold'],
  },
  {
    at: '2026-11-28T02:00:00Z',
    title: 'API keys',
    text: 'Let your own software use the API with a key of its own role and expiration date. A key is shown once, and stops working when you delete it.',
    commands: ['go.apiKeys', 'apiKeys.create'],
  },
  {
    at: '2026-11-27T21:30:00Z',
    title: 'Hold',
    text: 'Hold an in-app call and resume it with the same key. The other person hears the hold music of the number’s route, or a melody.',
    commands: ['phone.hold', 'phone.mute'],
  },
  {
    at: '2026-11-27T12:30:00Z',
    title: 'Webhooks',
    text: 'Send calls, texts, leads and campaigns to your own software as they happen. Events are signed and retried; the log shows every response.',
    commands: ['go.eventHooks', 'eventHooks.create', 'eventHooks.test'],
  },
  {
    at: '2026-11-27T07:30:00Z',
    title: 'Calls from ads in Google, Meta and Microsoft Ads',
    text: 'Connect Google, Meta or Microsoft Ads and choose an account or pixel: calls, leads and appointments that a click on your ad led to are reported as conversions. If you remove the lead or appointment later, Google sets the conversion to zero, Microsoft retracts it, and Meta keeps it.',
    commands: ['go.integrations', 'integrations.connectGoogleAds', 'integrations.connectMetaAds', 'integrations.connectMicrosoftAds'],
  },
  {
    at: '2026-11-27T02:40:00Z',
    title: 'Calls and leads in your CRM',
    text: 'Connect HubSpot and choose a pipeline and stage: calls are recorded at their contact, and leads become deals. A deal is deleted when you remove the lead.',
    commands: ['go.integrations', 'integrations.connectCrm'],
  },
  {
    at: '2026-11-26T21:50:00Z',
    title: 'Missed calls and leads in your team chat',
    text: 'Connect Slack and choose a channel: missed calls, voicemails and leads are posted there, a thread for each conversation. A post is deleted when it no longer counts.',
    commands: ['go.integrations', 'integrations.connectChat'],
  },
  {
    at: '2026-11-26T21:20:00Z',
    title: 'Call from the app',
    text: 'Call the number of a conversation, contact or call, or any number you type, from one of your numbers. The call rings, records and appears in lists as others do.',
    commands: ['phone.call', 'phone.dial'],
  },
  {
    at: '2026-11-26T17:50:00Z',
    title: 'Answer calls in the app',
    text: 'Calls of in-app routes ring in this window while you are active. Answer, mute, send digits, text the caller, and hang up from the keyboard.',
    commands: ['phone.toggleStatus', 'phone.answer'],
  },
  {
    at: '2026-11-26T17:40:00Z',
    title: 'Calls and leads in Google Analytics',
    text: 'Connect a Google Analytics stream: calls, missed calls, leads, appointments and texts arrive there, with the visitor where the script knows them.',
    commands: ['integrations.beginGa4'],
  },
  {
    at: '2026-11-26T13:20:00Z',
    title: 'All companies in one chart',
    text: 'Sum the dashboard and its reports over all companies whose reports you can see. Numbers bought for a DNI pool join it at once.',
    commands: ['reports.companies', 'dni.buyNumbers'],
  },
  {
    at: '2026-11-26T08:40:00Z',
    title: 'Reports by mail, and companies side by side',
    text: 'Have a report mailed to you each morning, each Monday or on the 1st of the month. Compare the calls of all companies whose reports you can see, and open the calls of one.',
    commands: ['reports.mail', 'reports.compareCompanies'],
  },
  {
    at: '2026-11-26T08:30:00Z',
    title: 'How many numbers a pool needs',
    text: 'Compare sizes of a pool by the visitors of the last 30 days: how many would see no number of their own, what a replayed day says, and what the numbers cost. Enter buys the numbers that lack.',
    commands: ['dni.compareSizes', 'dni.buyNumbers'],
  },
  {
    at: '2026-11-25T18:20:00Z',
    title: 'Dashboard and reports',
    text: 'See calls, messages, faxes and voicemails over time, and calls by number, tag, destination, source, pool, area and hour, compared with an earlier period up to the same clock time. Walk a chart point by point, and open exactly the calls of one. Ask for a report in a sentence, and keep it as a favorite.',
    commands: ['go.dashboard', 'reports.read', 'reports.compare', 'reports.saveFavorite'],
  },
  {
    at: '2026-11-25T18:10:00Z',
    title: 'New companies, step by step',
    text: 'Create a company, choose its plan at the price of now, enter its card on the page of the card service, and buy its first number. Skip any step and continue later.',
    commands: ['companyCreate.open', 'companyCreate.resume'],
  },
  {
    at: '2026-11-25T17:40:00Z',
    title: 'Numbers that tell where calls come from',
    text: 'Create a pool, put one script into your website, and each visitor sees a number of their own. A call shows its source, its campaign and the pages before it, and both visitors with their chance where two had the number. Watch visitors live, and make reports by pool and source.',
    commands: ['dni.begin', 'go.visits', 'dni.copyScript', 'dni.report'],
  },
  {
    at: '2026-11-25T14:00:00Z',
    title: 'Your brand at your own address',
    text: 'Set name, color and logo, and see the sign-in page in both themes with its contrast. Claim a domain, and see record by record what DNS has and what to publish. Once certificates answer, people sign in at your address.',
    commands: ['go.tenant', 'go.customDomain'],
  },
  {
    at: '2026-11-25T13:50:00Z',
    title: 'Users and invitations',
    text: 'Paste up to 150 email addresses to invite, and see who is new before anything is sent. Change roles and numbers, remove users, and look up what each role may do. A change applies at once in every open window.',
    commands: ['go.users', 'users.invite', 'users.onboardLike', 'go.permissions'],
  },
  {
    at: '2026-11-25T13:30:00Z',
    title: 'Organizations, audit log and support',
    text: 'Administrators of an organization suspend, close and reopen its companies, set its brand, and choose other administrators. Owners see in the audit log what was changed and what support staff did. Ask support from the command palette, with files.',
    commands: ['go.organizations', 'go.audit', 'support.ask'],
  },
  {
    at: '2026-11-25T13:00:00Z',
    title: 'Billing',
    text: 'See your plan, usage with a forecast, payment method and invoices, and change the subscription. Each change says what it costs and when before you make it. Cards are entered on the page of the card service.',
    commands: ['go.billing', 'billing.updateCard', 'billing.cancel'],
  },
  {
    at: '2026-11-25T10:00:00Z',
    title: 'Register numbers for texting',
    text: 'Register your brand, campaign and toll-free numbers with US carriers. What they would reject is shown while you write and before you submit, sentence by sentence, and a public opt-in page comes with it.',
    commands: ['texting.begin', 'go.registrations'],
  },
  {
    at: '2026-11-25T09:45:00Z',
    title: 'Merge contacts',
    text: 'Merge two contacts of one person. See field by field what stays before you merge, keep both phones with their history, and undo it with one key. An opt-out of either always stays.',
    commands: ['contacts.merge'],
  },
  {
    at: '2026-11-25T09:40:00Z',
    title: 'Campaigns',
    text: 'Send one text to a group of contacts, with merge fields and files. Before anything is sent you see who gets it, who doesn’t and why, and what it costs; you can stop it for 10 seconds, or send it to 1% first. Afterwards a delivery report shows what became of every text.',
    commands: ['go.campaigns', 'campaigns.create', 'campaigns.review'],
  },
  {
    at: '2026-11-25T09:10:00Z',
    title: 'Bulk attribute update',
    text: 'Download a template filled with the custom fields of your numbers, calls, users and company, edit it in a spreadsheet, and see what each cell changes before you apply it. One key undoes the whole update.',
    commands: ['go.bulkAttributes', 'attributes.template', 'attributes.upload'],
  },
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
    text: 'Write when you are available in one line, in your own time zone. The company schedule applies to numbers set to 24/7, and your phones ring only during yours.',
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
