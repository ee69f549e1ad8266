-- Finding a school by parts and misspellings of its name or address, and no address that merely looks like another.

alter table school_directory add column look_alike text;
create unique index school_directory_look_alike on school_directory (look_alike);

drop index school_directory_name;
create index school_directory_words on school_directory
  using gin (folded(name || ' ' || school_url) gin_trgm_ops) where is_listed;
-- One or two letters have no trigram worth the name.
create index school_directory_beginning on school_directory (folded(name) text_pattern_ops) where is_listed;

-- Two categories of one name could not be told apart in a list.
create unique index categories_name on categories (school_id, lower(name));
