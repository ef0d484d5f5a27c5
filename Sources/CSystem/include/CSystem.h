int masthead_system_anchor(void);
