-- Companies that a person founded: a founding that is sent twice with one key makes one company.
alter table companies
  add column founded_by bigint references users on delete set null,
  add column founding_key text;
create unique index companies_founding on companies (founded_by, founding_key);
