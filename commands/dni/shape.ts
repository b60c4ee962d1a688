/** Dynamic numbers: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { DniTypes } from './types.ts';

export const dni: AreaShape<DniTypes> = {
  rows: {
    dniPool: { nouns: ['pool', 'pools'], getName: ({ name }) => name },
    visit: { nouns: ['visitor session', 'visitor sessions'], getName: ({ source, landingPage }) => `${source}, ${landingPage}` },
    poolSize: { nouns: ['size', 'sizes'], getName: ({ numbers }) => `${numbers} numbers` },
    dniReport: { nouns: ['report', 'reports'], getName: ({ scopeName, startDate, endDate }) => `${scopeName}, ${startDate} to ${endDate}` },
  },
  scopes: {
    dniPools: {
      priority: 30,
      unavailable: ['Go to DNI pools first', 'go.dniPools'],
      hints: [
        ['dni.begin', 'new'],
        ['list.open', 'edit'],
        ['dni.compareSizes', 'compare sizes'],
        ['dni.copyScript', 'copy script'],
        ['dni.delete', 'delete'],
      ],
    },
    dniPoolForm: {
      priority: 40,
      unavailable: ['Open a pool first', 'dni.begin'],
      isStep: true,
      hints: [
        ['dni.save', 'save'],
        ['workspace.back', 'back'],
      ],
    },
    dniPoolSizes: {
      priority: 30,
      unavailable: ['Compare sizes of a pool first', 'go.dniPools'],
      hints: [
        ['list.open', 'buy'],
        ['dni.replayDay', 'another day'],
        ['go.dniPools', 'pools'],
      ],
    },
    dniScript: {
      priority: 30,
      unavailable: ['Go to Tracking script first', 'go.dniScript'],
      hints: [
        ['dni.copyScript', 'copy script'],
        ['dni.check', 'check page'],
        ['go.dniPools', 'pools'],
      ],
    },
    visits: {
      priority: 30,
      unavailable: ['Go to Visitors first', 'go.visits'],
      hints: [
        ['list.open', 'timeline'],
        ['dni.freeze', 'freeze'],
        ['go.dniPools', 'pools'],
      ],
    },
    visit: { priority: 30, unavailable: ['Open a visitor session first', 'go.visits'] },
    dniReports: {
      priority: 30,
      unavailable: ['Go to DNI reports first', 'go.dniReports'],
      hints: [
        ['dni.report', 'new'],
        ['list.open', 'open'],
        ['go.dniPools', 'pools'],
      ],
    },
    dniReport: { priority: 30, unavailable: ['Open a report first', 'go.dniReports'] },
  },
  context: {},
};
