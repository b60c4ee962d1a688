/** Limits of invitations. */

/** Limits of invitations: addresses of one call, days a link is good for, mails a company or a person asks for in an hour, and for one address in a day: of a company, of all. */
export const inviteLimits = {
  addresses: 150,
  lineCharacters: 320,
  days: 14,
  mailsPerHour: 600,
  mailsPerAddressPerDay: 5,
  mailsPerAddressEverywhere: 10,
} as const;
