/** A registration as tests make it: everything a reviewer looks for. */
import type { RouteBodyInput } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { findMagicEin } from '#sandbox/carrier/registrations.ts';

type Given = RouteBodyInput<(typeof routes)['smsVerification']['create']>;
type Brand = Given['brand'];
type Campaign = Given['campaign'];

export const brandOf = (ein: string = findMagicEin('Approved')): Brand => ({
  legalName: 'Northwind Motors LLC',
  brandName: 'Northwind Motors',
  entityType: 'PRIVATE_PROFIT',
  legalForm: 'LIMITED_LIABILITY',
  vertical: 'RETAIL',
  taxId: ein,
  website: 'northwind-motors.example',
  street: '1 Harbor Way',
  city: 'Los Angeles',
  region: 'CA',
  postalCode: '90012',
  contactFirstName: 'Ana',
  contactLastName: 'Ruiz',
  contactTitle: 'Owner',
  contactEmail: 'ana@northwind-motors.example',
  contactPhone: '+1 213-555-0142',
});

export const campaignOf = (numbers: readonly number[], given: Partial<Campaign> = {}): Campaign => ({
  description: 'Northwind Motors answers questions of customers who asked about a car and sends appointment reminders.',
  messageFlow:
    'Customers text JOIN to our number after reading the sign in our shop. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.',
  samples: ['Northwind Motors: your blue one is ready to drive. Reply STOP to opt out.', 'Northwind Motors: see you tomorrow at 5 pm for your test drive.'],
  subUsecases: ['CUSTOMER_CARE', 'ACCOUNT_NOTIFICATION'],
  monthlyVolume: '10_000',
  optins: [{ type: 'TEXT_TO_JOIN', url: 'northwind-motors.example/text-us' }],
  privacyUrl: 'northwind-motors.example/privacy',
  termsUrl: 'northwind-motors.example/terms',
  numbers: [...numbers],
  ...given,
});

/** A draft for these numbers. */
export const draftOf = (numbers: readonly number[], ein?: string, given: Partial<Campaign> = {}): Given => ({
  key: `sms-${crypto.randomUUID()}`,
  brand: brandOf(ein),
  campaign: campaignOf(numbers, given),
});
