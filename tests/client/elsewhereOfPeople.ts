/** The same of people, companies' brands, tenants and billing. */
import type { Excuse } from './excuse.ts';

export const excusesOfPeople: readonly Excuse[] = [
  {
    does: 'is told as the time at which the key expires',
    shownBy: 'server/apiKeys.test.ts: is shown once, and known afterwards by how it begins',
    fields: ['apiKeys.create.expiresInDays'],
  },
  {
    does: 'is the secret that a DNS record proves; it is never read back',
    shownBy: 'server/tenant.test.ts: takes no text that stood in DNS before, whatever token is given (AMB-124)',
    fields: ['tenant.createDomain.authToken'],
  },
  {
    does: 'takes the logo away',
    shownBy: 'server/organizations.test.ts: keeps one logo in the store: the one before leaves it',
    fields: ['companies.brand.removeLogo', 'organizations.brand.removeLogo'],
  },
  {
    does: 'is a status that lists tell and that acts',
    shownBy: 'server/organizations.test.ts: is entered by no one, in words, until it is active again; its administrators still reach the organization',
    fields: ['organizations.setStatus.status'],
  },
  {
    does: 'is among the administrators then',
    shownBy: 'server/organizations.test.ts: are made of users of its companies, once, and hold what they administer at once',
    fields: ['organizations.addUser.userId'],
  },
  {
    does: 'goes to support by mail',
    shownBy: 'server/support.test.ts: a ticket is a row and a mail with its files, whose answers go to the user',
    fields: ['support.ask'],
  },
  {
    does: 'saves the billing address',
    shownBy: 'server/billing.test.ts: keeps the fields of the address that are not sent',
    fields: ['billingName', 'billingAddress', 'billingAddress_2', 'billingCity', 'billingState', 'billingZip', 'billingCountry'].map(
      (field) => `billing.save.${field}`,
    ),
  },
  {
    does: 'names the card that was entered on the page of the card service',
    shownBy: 'server/billing.test.ts: is entered on the vendor’s page and saved by its token; the address comes with it (RULE-184, RULE-189)',
    fields: ['billing.save.chargifyToken'],
  },
  {
    does: 'views an offer, then uses it',
    shownBy: 'server/billing.test.ts: becomes yearly by an offer that was viewed before, once (FLOW-115, FLOW-116, RULE-195)',
    fields: ['billing.updateOffer'],
  },
  {
    does: 'changes the plan of a legacy company',
    shownBy: 'server/billing.test.ts: on the legacy plan alone is migrated, and counted (FLOW-214, AMB-123)',
    fields: ['billing.migrate'],
  },
  {
    does: 'changes to a larger plan',
    shownBy: 'server/billing.test.ts: is upgraded to a larger plan at once, for the difference that was reviewed; a smaller one that was pending is gone',
    fields: ['billing.upgrade'],
  },
  {
    does: 'empties lines of the billing address',
    shownBy: 'server/billing.test.ts: keeps the fields of the address that are not sent',
    fields: ['billing.save.clear'],
  },
  {
    does: 'takes the name of a sender off',
    shownBy: 'server/tenant.sender.test.ts: is started with a key of its own, which nobody reads back (FLOW-191)',
    fields: ['tenant.startSender.clear'],
  },
  {
    does: 'pays what is overdue, as it was reviewed',
    shownBy:
      'server/billing.failures.test.ts: that is past due is paid by a new card, and by a retry; a card that fails keeps it past due (RULE-185, FLOW-122)',
    fields: ['billing.retry.dueNow'],
  },
  {
    does: 'starts a subscription',
    shownBy: 'server/billing.test.ts: is started once, canceled, kept (FLOW-110, FLOW-112)',
    fields: ['billing.start'],
  },
  {
    does: 'gives what a colleague has',
    shownBy: 'server/invites.test.ts: like a colleague copies role, numbers and muted numbers',
    fields: ['invites.create.likeUserId'],
  },
  {
    does: 'is answered with what is known of each line',
    shownBy: 'server/invites.test.ts: is said to be new, known, invited, members, double and no addresses; strangers’ accounts are not told',
    fields: ['invites.check'],
  },
  {
    does: 'chooses the invitations that leave the list',
    shownBy: 'server/invites.test.ts: of 150 is answered within a second and mailed, and what nobody opened is retracted',
    fields: ['invites.retract'],
  },
  {
    does: 'makes an account with a mailed link',
    shownBy: 'server/invites.test.ts: is listed, mailed, opened and accepted without an account, which is signed in',
    fields: ['invites.accept'],
  },
  {
    does: 'changes the password, with which one signs in',
    shownBy: 'server/users.test.ts: has its password changed with the current one; other sessions end, this one stays',
    fields: ['users.updatePassword'],
  },
];
