-- Where to look for an address: an address that is erased is looked for nowhere.
grant delete on school_people to lyceum_app;
