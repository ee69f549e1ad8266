-- Links go with their person: found by the person, whatever the issuer.
create index sign_in_links_of_user on sign_in_links (school_id, user_id);
