/** Words for the codes of a call. */
import type { callDepartments, callOutcomes } from '#contract/calls/enums.ts';

/** Outcomes as people read them. */
export const outcomeTitles: Readonly<Record<(typeof callOutcomes)[number], string>> = {
  appt_booked: 'Appointment booked',
  vehicle_ordered: 'Vehicle ordered',
  parts_ordered: 'Parts ordered',
  get_back_commitment: 'Callback promised',
  not_opportunity: 'Not an opportunity',
  opportunity: 'Opportunity',
  unknown: 'Unknown',
};

/** Departments as people read them. */
export const departmentTitles: Readonly<Record<(typeof callDepartments)[number], string>> = {
  sales: 'Sales',
  service: 'Service',
  parts: 'Parts',
  trade: 'Trade',
  credit: 'Credit',
  body_shop: 'Body shop',
  admin: 'Admin',
  accessories: 'Accessories',
  hr: 'HR',
  custom_shop: 'Custom shop',
  rentals: 'Rentals',
  unknown: 'Unknown',
  quick_lube: 'Quick lube',
};
